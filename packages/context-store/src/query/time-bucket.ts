import type { TimeBucket } from './condition.ts';

const day = 86_400_000;
/** No time zone changed its offset twice within this time and back. */
const probeDays = 10;
const decades = 13;
const cachedDays = 10_000;
const cachedZones = 10;

/** From an instant on (milliseconds since 1970), local time is this many seconds ahead of UTC. */
interface ZoneOffset {
  readonly from: number;
  readonly seconds: number;
}

/** The canonical name of a time zone; null if it is none. */
export function knownTimeZone(name: unknown): string | null {
  if (typeof name !== 'string' || !/^[a-z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * The period that a time (`timeKey`) is in, as its first day: `YYYY-MM-DD`. Null outside the years 2 to 9998. The offsets of a zone are known
 * from 1970 to 2099; earlier and later times have the one at that end.
 */
export function bucketOf(key: string, { unit, timeZone }: TimeBucket): string | null {
  if (key < '0002' || key >= '9999') return null;
  const { start, seconds } = utcDay(timeZone, key.slice(0, 10));
  const instant = start + twoDigits(key, 11) * 3_600_000 + twoDigits(key, 14) * 60_000 + twoDigits(key, 17) * 1000;
  const local = Math.floor((instant + (seconds ?? offsetAt(timeZone, instant)) * 1000) / day);
  const first = dayText(unit === 'week' ? local - ((((local + 3) % 7) + 7) % 7) : local);
  switch (unit) {
    case 'year':
      return `${first.slice(0, 4)}-01-01`;
    case 'month':
      return `${first.slice(0, 7)}-01`;
    default:
      return first;
  }
}

/** A day in UTC: its first millisecond, and the offset of a zone if it does not change on that day. */
interface UtcDay {
  readonly start: number;
  readonly seconds: number | null;
}

// A million times are on a few thousand days.
const daysOfZones = new Map<string, Map<string, UtcDay>>();
const textsOfDays = new Map<number, string>();

function utcDay(timeZone: string, text: string): UtcDay {
  const days = daysOfZones.get(timeZone) ?? remembered(daysOfZones, timeZone, new Map<string, UtcDay>(), cachedZones);
  const known = days.get(text);
  if (known !== undefined) return known;
  const start = Date.parse(text);
  const [first, last] = [start, start + day - 1000].map((instant) => offsetAt(timeZone, instant));
  return remembered(days, text, { start, seconds: first === last ? (first ?? 0) : null }, cachedDays);
}

const twoDigits = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;

function dayText(number: number): string {
  const known = textsOfDays.get(number);
  if (known !== undefined) return known;
  return remembered(textsOfDays, number, new Date(number * day).toISOString().slice(0, 10), cachedDays);
}

function remembered<Key, Value>(cache: Map<Key, Value>, key: Key, value: Value, max: number): Value {
  if (cache.size >= max) cache.clear();
  cache.set(key, value);
  return value;
}

/** The offsets of a time zone in one decade, counted from 1970; the first one holds from before its beginning. */
export function offsetsOf(timeZone: string, decade: number): readonly ZoneOffset[] {
  const name = `${timeZone} ${decade}`;
  const known = knownOffsets.get(name);
  if (known !== undefined) return known;
  const offsets = foundOffsets(timeZone, Date.UTC(1970 + decade * 10, 0), Date.UTC(1980 + decade * 10, 0));
  knownOffsets.set(name, offsets);
  return offsets;
}

/** Numbers of the decades that have offsets. */
export const zoneDecades: readonly number[] = Array.from({ length: decades }, (_, decade) => decade);

const decadeStarts = zoneDecades.map((decade) => Date.UTC(1970 + decade * 10, 0));

// Bounded by the number of time zones: about 600, with 20 offsets a decade.
const knownOffsets = new Map<string, readonly ZoneOffset[]>();

function offsetAt(timeZone: string, instant: number): number {
  if (timeZone === 'UTC') return 0;
  const offsets = offsetsOf(
    timeZone,
    Math.max(
      0,
      decadeStarts.findLastIndex((start) => start <= instant),
    ),
  );
  return (offsets.findLast(({ from }) => from <= instant) ?? offsets[0])?.seconds ?? 0;
}

function foundOffsets(timeZone: string, begin: number, end: number): readonly ZoneOffset[] {
  const probe = offsetProbe(timeZone);
  const offsets = [{ from: begin, seconds: probe(begin) }];
  for (let before = begin; before < end; before += probeDays * day) {
    const after = Math.min(before + probeDays * day, end - 1000);
    const last = offsets.at(-1)?.seconds;
    if (probe(after) === last) continue;
    let [same, changed] = [before, after];
    while (changed - same > 1000) {
      const middle = Math.floor((same + changed) / 2000) * 1000;
      if (probe(middle) === last) same = middle;
      else changed = middle;
    }
    offsets.push({ from: changed, seconds: probe(changed) });
  }
  return offsets;
}

function offsetProbe(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const [month = 0, dayOfMonth, year = 0, hour, minute, second] = (format.format(instant).match(/\d+/g) ?? []).map(
      Number,
    );
    return (Date.UTC(year, month - 1, dayOfMonth, hour, minute, second) - instant) / 1000;
  };
}
