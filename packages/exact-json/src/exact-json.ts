import { parseLongIntegers } from './long-integers.ts';

/** `JSON` with access to the source text of each number, which TypeScript does not declare yet. */
const sourceJson = JSON as unknown as {
  parse(
    text: string,
    revive: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
};

// Shorter runs of digits do not exceed 2^53. Without a longer one, the plain parser is exact and several times faster.
const longDigits = /\d{16}/;
const byteOrderMark = '\ufeff';

/**
 * Parses JSON like `JSON.parse`, except that integers beyond 2^53, of at most 10,000 digits, become `bigint`, and that a byte order mark in
 * front is skipped. Throws a `SyntaxError` if the text is not JSON.
 */
export function parseExactly(given: string): unknown {
  const text = given.startsWith(byteOrderMark) ? given.slice(1) : given;
  return longDigits.test(text) ? parseLongIntegers(text) : JSON.parse(text);
}

/** Parses JSON so that `JSON.stringify` writes every number unchanged, such as `1.10` and `1e400`. */
export function parseVerbatim(text: string): unknown {
  return sourceJson.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? sourceJson.rawJSON(source) : value,
  );
}

/** Writes a value as JSON text, each `bigint` as its digits. Returns undefined for what JSON cannot represent, as `JSON.stringify` does. */
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

/** Writes a value as `writeExactly` does, with the members of all objects in the order of their names, so that equal values have one text. */
export const writeSorted = (value: unknown): string => writeExactly(sorted(value));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
