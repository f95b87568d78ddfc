import { bounds } from './bounds.ts';

const integerText = /^[+-]?\d+$/;
const numericText = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,4})?$/;
const tooLarge = 10n ** BigInt(bounds.numberDigits);

/**
 * A number as it is stored and compared: every integer beyond 2^53 is a `bigint`, everything else a double, so that equal numbers are
 * identical. Null for what is no number, and for an integer of more than 1000 digits.
 */
export function exactNumber(value: unknown): number | bigint | null {
  if (typeof value === 'bigint') {
    if (value >= tooLarge || value <= -tooLarge) return null;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return BigInt(value);
  // JSON knows no negative zero.
  return value === 0 ? 0 : value;
}

/** The number in a text, as `exactNumber` returns it; null if it has none. */
export function numberInText(text: string): number | bigint | null {
  if (text.length > bounds.numberDigits + 1 || !numericText.test(text)) return null;
  return exactNumber(integerText.test(text) ? BigInt(text) : Number(text));
}

/** Whether a value is a number. */
export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Compares two numbers by their exact value: negative, 0 or positive. */
export function compareNumbers(one: number | bigint, other: number | bigint): number {
  if (one < other) return -1;
  return one > other ? 1 : 0;
}
