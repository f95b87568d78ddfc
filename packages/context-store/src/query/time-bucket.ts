import type { TimeBucket } from './condition.ts';

const day = 86_400_000;
/** No time zone changed its offset twice within this time and back. */
const probeDays = 10;
const decades = 13;

/** From an instant on (milliseconds since 1970), local time is this many seconds ahead of UTC. */
export interface ZoneOffset {
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
  const instant = Date.parse(`${key.slice(0, 19)}Z`);
  const local = instant + offsetAt(timeZone, instant) * 1000;
  const first = new Date(unit === 'week' ? local - ((Math.floor(local / day) + 3) % 7) * day : local).toISOString();
  switch (unit) {
    case 'year':
      return `${first.slice(0, 4)}-01-01`;
    case 'month':
      return `${first.slice(0, 7)}-01`;
    default:
      return first.slice(0, 10);
  }
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

// Bounded by the number of time zones: about 600, with 20 offsets a decade.
const knownOffsets = new Map<string, readonly ZoneOffset[]>();

function offsetAt(timeZone: string, instant: number): number {
  if (timeZone === 'UTC') return 0;
  const decade = Math.floor((new Date(instant).getUTCFullYear() - 1970) / 10);
  const offsets = offsetsOf(timeZone, Math.min(Math.max(decade, 0), decades - 1));
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
