import type { CursorForm } from '@connectory/connector-sdk';

/** A value of a cursor field or parameter, as JSON has it: text, or a number. */
export type CursorValue = string | number;

/** Nanoseconds since 1970, cut off and never rounded: an instant is not later than what was written. */
export type Instant = bigint;

const second = 1_000_000_000n;
const millisecond = 1_000_000n;

const isoText = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const rfcText = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|GMT|UTC?|Z)$/;
const decimalText = /^(\d{1,20})(?:\.(\d{1,20}))?$/;

// Unix seconds reach this in the year 5138; as milliseconds it is March 1973.
const leastMilliseconds = 100_000_000_000;

const recognizedTexts: readonly (readonly [RegExp, CursorForm])[] = [
  [/^\d{4}-\d{2}-\d{2}$/, 'date'],
  [isoText, 'iso-8601'],
  [/^\d{10}$/, 'unix-seconds'],
  [/^\d{13}$/, 'unix-milliseconds'],
  [/^\d{17}$/, 'unix-100-nanoseconds'],
  [/^\d{10}\.\d{1,9}$/, 'unix-decimal'],
];

/** The format of a value, inferred from the value; null if it cannot be. For digits, their number decides. */
export function recognizedForm(value: CursorValue): CursorForm | null {
  if (typeof value === 'number') return value < leastMilliseconds ? 'unix-seconds' : 'unix-milliseconds';
  return recognizedTexts.find(([text]) => text.test(value))?.[1] ?? null;
}

/** The time of a value; null if it is not in the format. Text without a time zone counts as UTC. */
export function readInstant(form: CursorForm, value: CursorValue): Instant | null {
  switch (form) {
    case 'iso-8601':
      return typeof value === 'string' ? readIso(value) : null;
    case 'date':
      return typeof value === 'string' && value.length === 10 ? readIso(value) : null;
    case 'unix-seconds':
    case 'unix-decimal':
      return readDecimal(value, second);
    case 'unix-milliseconds':
      return readDecimal(value, millisecond);
    case 'unix-100-nanoseconds':
      return readDecimal(value, 100n);
    case 'rfc-2822':
      return typeof value === 'string' && rfcText.test(value) ? ofMilliseconds(Date.parse(value)) : null;
  }
}

/** The ways to write an instant in a form, the usual one first. What the form has no place for is cut off. */
export function writeInstant(form: CursorForm, instant: Instant): readonly CursorValue[] {
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
      const seconds = floor(microseconds, 1_000_000n);
      return [`${seconds}.${String(microseconds - seconds * 1_000_000n).padStart(6, '0')}`];
    }
    case 'unix-100-nanoseconds':
      return numberOrDigits(floor(instant, 100n)).toReversed();
    case 'rfc-2822':
      return [new Date(iso).toUTCString().replace('GMT', '+0000')];
  }
}

function readIso(text: string): Instant | null {
  const match = isoText.exec(text);
  if (match === null) return null;
  const [, date, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = match;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const instant = ofMilliseconds(Date.parse(`${date}T${minutes}:${seconds}${offset}`));
  return instant === null ? null : instant + fractionOf(fraction, second);
}

function readDecimal(value: CursorValue, unit: bigint): Instant | null {
  const match = decimalText.exec(String(value));
  return match === null ? null : BigInt(match[1] ?? '') * unit + fractionOf(match[2] ?? '', unit);
}

const fractionOf = (digits: string, unit: bigint): bigint =>
  (BigInt(digits || '0') * unit) / 10n ** BigInt(digits.length);

const ofMilliseconds = (time: number): Instant | null => (Number.isNaN(time) ? null : BigInt(time) * millisecond);

// A number that is not exact would be rounded, perhaps forward.
function numberOrDigits(units: bigint): readonly CursorValue[] {
  const number = Number(units);
  return Number.isSafeInteger(number) ? [number, String(units)] : [String(units)];
}

function floor(value: bigint, unit: bigint): bigint {
  return value / unit - (value % unit < 0n ? 1n : 0n);
}
