import { isExactNumber, parseExact } from '../gateway/execute.ts';

// Random, so that no other string begins with it.
const mark = `${crypto.getRandomValues(new Uint32Array(4)).join('-')}:`;

const isMarked = (value: unknown): value is string => typeof value === 'string' && value.startsWith(mark);
const digitsOf = (marked: string) => marked.slice(mark.length);

/**
 * Converts params to the form's values: it copies objects field by field, so a number that a double cannot hold becomes a marked string.
 */
export function toFormValue(value: unknown): unknown {
  return isExactNumber(value) ? mark + value.rawJSON : mapped(value, toFormValue);
}

/** Converts the form's values to params, with exact numbers. */
export function fromFormValue(value: unknown): unknown {
  return isMarked(value) ? parseExact(digitsOf(value)) : mapped(value, fromFormValue);
}

/** Converts the form's values to params, with exact numbers rounded to the nearest double. */
export function roundedFormValue(value: unknown): unknown {
  return isMarked(value) ? Number(digitsOf(value)) : mapped(value, roundedFormValue);
}

/** The text an input shows for a value of the form. */
export function shownFormValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return isMarked(value) ? digitsOf(value) : String(value);
}

/** Parses an entered number into the form's value. Anything else stays a string, and the gateway reports the expected type. */
export function enteredNumber(text: string): unknown {
  const entered = text.trim();
  if (entered === '') return undefined;
  try {
    const value = parseExact(entered);
    return typeof value === 'number' || isExactNumber(value) ? toFormValue(value) : entered;
  } catch {
    return entered;
  }
}

function mapped(value: unknown, change: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}
