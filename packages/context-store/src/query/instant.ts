import type { TimeForm } from '@connectory/connector-sdk';

/** A time as JSON has it: text, or a number. */
export type WrittenTime = string | number;

/** Nanoseconds since 1970, cut off and never rounded: an instant is not later than what was written. */
export type Instant = bigint;

const second = 1_000_000_000n;
const millisecond = 1_000_000n;

const isoText =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:(Z)|([+-]\d{2})(?::?(\d{2}))?)?)?$/;
const rfcText = /^(?:[A-Z][a-z]{2}, )?(\d{1,2} [A-Z][a-z]{2} \d{4}) \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|GMT|UTC?|Z)$/;
const unixText = /^(-?)(\d{1,20})(?:\.(\d{1,20}))?$/;

// Unix seconds reach this in the year 5138; as milliseconds it is March 1973.
const leastMilliseconds = 100_000_000_000;

const recognizedTexts: readonly (readonly [RegExp, TimeForm])[] = [
  [/^\d{4}-\d{2}-\d{2}$/, 'date'],
  [isoText, 'iso-8601'],
  [/^\d{10}$/, 'unix-seconds'],
  [/^\d{13}$/, 'unix-milliseconds'],
  [/^\d{17}$/, 'unix-100-nanoseconds'],
  [/^\d{10}\.\d{1,9}$/, 'unix-decimal'],
];

/** The format of a value, inferred from the value; null if it cannot be. For digits, their number decides. */
export function recognizedForm(value: WrittenTime): TimeForm | null {
  if (typeof value === 'number') return value < leastMilliseconds ? 'unix-seconds' : 'unix-milliseconds';
  return recognizedTexts.find(([text]) => text.test(value))?.[1] ?? null;
}

/** The time of a value; null if it is not in the format. Text without a time zone counts as UTC. */
export function readInstant(form: TimeForm, value: WrittenTime): Instant | null {
  switch (form) {
    case 'iso-8601':
      return typeof value === 'string' ? readIso(value) : null;
    case 'date':
      return typeof value === 'string' && value.length === 10 ? readIso(value) : null;
    case 'unix-seconds':
    case 'unix-decimal':
      return readUnix(value, second);
    case 'unix-milliseconds':
      return readUnix(value, millisecond);
    case 'unix-100-nanoseconds':
      return readUnix(value, 100n);
    case 'rfc-2822':
      return typeof value === 'string' ? readRfc(value) : null;
  }
}

/** The ways to write an instant in a form, the usual one first. What the form has no place for is cut off. */
export function writeInstant(form: TimeForm, instant: Instant): readonly WrittenTime[] {
  const iso = new Date(Number(floor(instant, millisecond))).toISOString();
  switch (form) {
    case 'iso-8601':
      return [iso, `${iso.slice(0, 19)}Z`];
    case 'date':
      return [iso.slice(0, 10)];
    case 'unix-seconds':
      return numberOrDigits(floor(instant, second));
    case 'unix-milliseconds':
      return numberOrDigits(floor(instant, millisecond));
    case 'unix-decimal': {
      const microseconds = floor(instant, 1000n);
      const digits = String(microseconds < 0n ? -microseconds : microseconds).padStart(7, '0');
      return [`${microseconds < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`];
    }
    case 'unix-100-nanoseconds':
      return numberOrDigits(floor(instant, 100n)).toReversed();
    case 'rfc-2822':
      return [new Date(iso).toUTCString().replace('GMT', '+0000')];
  }
}

// Days up to the 28th exist in every month.
const plainUtc = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;

const plainDate = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;

const firstInstant = -62_167_219_200n * second;
const endOfInstants = 253_402_300_800n * second;

/**
 * The value of a time as a text whose order by code points is the order of the instants: ISO 8601 in UTC with nine digits of the second. The
 * value is in the format, or ISO 8601. Null for anything else, and for a time outside the years 0 to 9999.
 */
export function timeKey(form: TimeForm, value: unknown): string | null {
  const written = typeof value === 'bigint' ? String(value) : value;
  if (typeof written !== 'string' && typeof written !== 'number') return null;
  // The notation of most vendors is nearly a key, and every record that is stored comes through here.
  if (typeof written === 'string' && plainUtc.test(written)) {
    return `${written.slice(0, 19)}.${written.slice(20, -1).padEnd(9, '0')}Z`;
  }
  if (typeof written === 'string' && plainDate.test(written)) return `${written}T00:00:00.000000000Z`;
  const instant = readInstant(form, written) ?? readInstant('iso-8601', written);
  if (instant === null || instant < firstInstant || instant >= endOfInstants) return null;
  const seconds = floor(instant, second);
  const iso = new Date(Number(seconds) * 1000).toISOString();
  return `${iso.slice(0, 20)}${String(instant - seconds * second).padStart(9, '0')}Z`;
}

/** Whether a text is a result of `timeKey`. */
export function isTimeKey(key: string): boolean {
  return timeKey('iso-8601', key) === key;
}

function readIso(text: string): Instant | null {
  const match = isoText.exec(text);
  if (match === null) return null;
  const [, day = '', minutes = '00:00', seconds = '00', fraction = '', , hours = '+00', rest = '00'] = match;
  if (!isDayOfMonth(day, Number(day.slice(8)))) return null;
  const instant = ofMilliseconds(Date.parse(`${day}T${minutes}:${seconds}${hours}:${rest}`));
  return instant === null ? null : instant + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

function readRfc(text: string): Instant | null {
  const day = rfcText.exec(text)?.[1];
  if (day === undefined || !isDayOfMonth(`${day} GMT`, Number.parseInt(day, 10))) return null;
  return ofMilliseconds(Date.parse(text));
}

// `Date` reads the 30th of February as the 1st or 2nd of March.
function isDayOfMonth(date: string, day: number): boolean {
  return day <= 28 || new Date(date).getUTCDate() === day;
}

function readUnix(value: WrittenTime, unit: bigint): Instant | null {
  const match = unixText.exec(String(value));
  if (match === null) return null;
  const [, sign, whole = '', fraction = ''] = match;
  return floor(BigInt(`${sign}${whole}${fraction}`) * unit, 10n ** BigInt(fraction.length));
}

const ofMilliseconds = (time: number): Instant | null => (Number.isNaN(time) ? null : BigInt(time) * millisecond);

// A number that is not exact would be rounded, perhaps forward.
function numberOrDigits(units: bigint): readonly WrittenTime[] {
  const number = Number(units);
  return Number.isSafeInteger(number) ? [number, String(units)] : [String(units)];
}

function floor(value: bigint, unit: bigint): bigint {
  return value / unit - (value % unit < 0n ? 1n : 0n);
}
