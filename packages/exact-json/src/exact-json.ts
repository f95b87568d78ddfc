import { sourceJson } from './source-text.ts';

// No shorter run of digits is beyond 2^53, and without one the plain parser is exact and several times faster.
const longDigits = /\d{16}/;
const integer = /^-?\d+$/;
/** Longer integers would take seconds to read and to write. */
const mostDigits = 10_000;

/**
 * Parses JSON. Integers beyond 2^53, of at most 10,000 digits, become `bigint`; everything else is as with `JSON.parse`. Throws a
 * `SyntaxError` for text that is not JSON.
 */
export function parseExactly(text: string): unknown {
  if (!longDigits.test(text)) return JSON.parse(text);
  return sourceJson.parse(text, (_name, value, { source }) => {
    const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
    const isInteger = isInexact && source !== undefined && source.length <= mostDigits && integer.test(source);
    return isInteger ? BigInt(source) : value;
  });
}

/** Writes a value as JSON text, each `bigint` as its digits. Undefined for what JSON cannot hold, as with `JSON.stringify`. */
export function writeExactly(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // The plain writer throws a TypeError for a bigint, and is several times faster without one.
    if (!(error instanceof TypeError)) throw error;
  }
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'bigint' ? sourceJson.rawJSON(String(member)) : member,
  );
}
