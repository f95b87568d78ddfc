import { isExactNumber, parseExact } from '../gateway/exact-json.ts';

// No other text begins so.
const mark = `${crypto.getRandomValues(new Uint32Array(4)).join('-')}:`;

const isMarked = (value: unknown): value is string => typeof value === 'string' && value.startsWith(mark);
const digitsOf = (marked: string) => marked.slice(mark.length);

/** Params as the form can hold them: it copies objects member by member, so a number that a double does not hold becomes a marked text. */
export function toFormValue(value: unknown): unknown {
  return isExactNumber(value) ? mark + value.rawJSON : mapped(value, toFormValue);
}

/** What the form holds, with exact numbers as they are sent. */
export function fromFormValue(value: unknown): unknown {
  return isMarked(value) ? parseExact(digitsOf(value)) : mapped(value, fromFormValue);
}

/** What the form holds, with exact numbers as the nearest ones that a double holds. */
export function roundedFormValue(value: unknown): unknown {
  return isMarked(value) ? Number(digitsOf(value)) : mapped(value, roundedFormValue);
}

/** A value of the form as an input shows it. */
export function shownFormValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return isMarked(value) ? digitsOf(value) : String(value);
}

/** The number that was entered, as the form holds it. What is no number stays the text it is: the gateway says what it should be. */
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
