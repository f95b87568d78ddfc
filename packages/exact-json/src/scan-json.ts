import { skipNested, walkString } from './walk-json.ts';

/** The bytes of JSON's structural characters. */
export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** A half-open range of bytes. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** Thrown for a text that ends too early, or whose examined part is not JSON. */
export class JsonSyntaxError extends Error {
  constructor(position?: number) {
    super(`not valid JSON${position === undefined ? '' : ` at byte ${position}`}`);
    this.name = 'JsonSyntaxError';
  }
}

/** Returns the position of the first byte at or after `start` that is not white space. */
export function skipSpace(bytes: Buffer, start: number): number {
  let position = start;
  for (;;) {
    const byte = bytes[position];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return position;
    position++;
  }
}

/** Returns the position after the value at `start` of the text selected by `selectText`. Throws `JsonSyntaxError`. */
export function skipValue(bytes: Buffer, start: number): number {
  const first = bytes[start];
  if (first === openBrace || first === openBracket) {
    const end = skipNested(start);
    if (end < 0) throw new JsonSyntaxError(bytes.length);
    return end;
  }
  if (first === quote) return skipString(bytes, start);
  return skipScalar(bytes, start);
}

function skipString(bytes: Buffer, start: number): number {
  const end = walkString(start);
  if (end < 0) throw new JsonSyntaxError(bytes.length);
  return end;
}

/** Returns the position after the number, `true`, `false` or `null` at `start`. Throws `JsonSyntaxError`. */
export function skipScalar(bytes: Buffer, start: number): number {
  const end = scalarEnd(bytes, start);
  const next = bytes[end];
  const isDelimited =
    next === undefined || next === comma || next === closeBrace || next === closeBracket || next <= 0x20;
  if (end < 0 || !isDelimited) throw new JsonSyntaxError(start);
  return end;
}

const literals = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));

function scalarEnd(bytes: Buffer, start: number): number {
  const word = literals.get(bytes[start] ?? 0);
  if (word === undefined) return numberEnd(bytes, start);
  for (let index = 1; index < word.length; index++) if (bytes[start + index] !== word[index]) return -1;
  return start + word.length;
}

/** Returns the position after the number at `start`, or -1 if there is none. */
function numberEnd(bytes: Buffer, start: number): number {
  let position = bytes[start] === 0x2d ? start + 1 : start;
  const whole = skipDigits(bytes, position);
  if (whole === position || (bytes[position] === 0x30 && whole > position + 1)) return -1;
  position = whole;
  if (bytes[position] === 0x2e) {
    const fraction = skipDigits(bytes, position + 1);
    if (fraction === position + 1) return -1;
    position = fraction;
  }
  if (((bytes[position] ?? 0) | 0x20) !== 0x65) return position;
  const sign = bytes[position + 1];
  const digits = sign === 0x2b || sign === 0x2d ? position + 2 : position + 1;
  const end = skipDigits(bytes, digits);
  return end === digits ? -1 : end;
}

function skipDigits(bytes: Buffer, start: number): number {
  let position = start;
  for (;;) {
    const byte = bytes[position];
    if (byte === undefined || byte < 0x30 || byte > 0x39) return position;
    position++;
  }
}

/** Returns the name between the quotes at `start` and before `end`. Throws `JsonSyntaxError`. */
export function nameText(bytes: Buffer, start: number, end: number): string {
  // Names are almost always plain ASCII; only others need decoding.
  const text = bytes.toString('latin1', start + 1, end - 1);
  if (!/[\\\u0080-\u00ff]/.test(text)) return text;
  try {
    return JSON.parse(bytes.toString('utf8', start, end)) as string;
  } catch {
    throw new JsonSyntaxError(start);
  }
}

/**
 * Calls `member` with each member of the object at `start`; it must return the position after the value. Returns the position after the
 * object.
 */
export function eachMember(
  bytes: Buffer,
  start: number,
  member: (nameStart: number, nameEnd: number, valueStart: number) => number,
): number {
  let position = skipSpace(bytes, start + 1);
  if (bytes[position] === closeBrace) return position + 1;
  for (;;) {
    if (bytes[position] !== quote) throw new JsonSyntaxError(position);
    const nameEnd = skipString(bytes, position);
    const separator = skipSpace(bytes, nameEnd);
    if (bytes[separator] !== colon) throw new JsonSyntaxError(separator);
    position = skipSpace(bytes, member(position, nameEnd, skipSpace(bytes, separator + 1)));
    if (bytes[position] === closeBrace) return position + 1;
    if (bytes[position] !== comma) throw new JsonSyntaxError(position);
    position = skipSpace(bytes, position + 1);
  }
}

/**
 * Calls `element` with each element of the array at `start`; it must return the position after the element. Returns the position after the
 * array.
 */
export function eachElement(
  bytes: Buffer,
  start: number,
  element: (position: number, index: number) => number,
): number {
  let position = skipSpace(bytes, start + 1);
  if (bytes[position] === closeBracket) return position + 1;
  for (let index = 0; ; index++) {
    position = skipSpace(bytes, element(position, index));
    if (bytes[position] === closeBracket) return position + 1;
    if (bytes[position] !== comma) throw new JsonSyntaxError(position);
    position = skipSpace(bytes, position + 1);
  }
}
