/** The bytes of JSON's structural characters. */
const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
const backslash = 0x5c;
const letterN = 0x6e;

const maxDepth = 1000;

/** A half-open range of bytes. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** Thrown for a text that ends too early, is nested more than 1,000 levels deep, or is not JSON where it was read. */
export class JsonSyntaxError extends Error {
  /** The byte at which it is not JSON. */
  readonly position: number;

  constructor(position: number) {
    super(`not valid JSON at byte ${position}`);
    this.position = position;
    this.name = 'JsonSyntaxError';
  }
}

/** Thrown for a text that has more of something than it may have; the message says of what. */
export class JsonBoundError extends JsonSyntaxError {
  constructor(position: number, message: string) {
    super(position);
    this.name = 'JsonBoundError';
    this.message = message;
  }
}

/** How much a text may have. */
export interface JsonBounds {
  /** The most values: members of objects and elements of arrays, at any depth. */
  readonly values: number;
  /** The most members of one object. */
  readonly members: number;
}

/** Bounds that every text keeps. */
export const unbounded: JsonBounds = { values: Number.POSITIVE_INFINITY, members: Number.POSITIVE_INFINITY };

// Not an argument of every function that scans, which takes longer than all of the counting.
let bounds = unbounded;
let valuesLeft = unbounded.values;

/** Runs a function that scans a text, in which it throws `JsonBoundError` for one that has more than it may have. */
export function withinBounds<Result>(given: JsonBounds, scan: () => Result): Result {
  bounds = given;
  valuesLeft = given.values;
  try {
    return scan();
  } finally {
    bounds = unbounded;
    valuesLeft = unbounded.values;
  }
}

function tooManyValues(position: number): JsonBoundError {
  return new JsonBoundError(position, `has more than ${bounds.values} values`);
}

function tooManyMembers(position: number): JsonBoundError {
  return new JsonBoundError(position, `has an object with more than ${bounds.members} members`);
}

function tooDeep(position: number): JsonBoundError {
  return new JsonBoundError(position, `is nested more than ${maxDepth} levels deep`);
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

/** Whether the value that begins there is null. */
export function isNullAt(bytes: Buffer, start: number): boolean {
  return bytes[start] === letterN;
}

/**
 * Returns the position after the value at `start`, which lies `depth` levels deep. Throws `JsonSyntaxError` unless the whole value is JSON;
 * that strings are UTF-8 is not checked.
 */
export function skipValue(bytes: Buffer, start: number, depth = 0): number {
  const first = bytes[start];
  if (first === quote) return skipString(bytes, start);
  if (first === openBrace) return skipNested(bytes, start, depth, closeBrace);
  if (first === openBracket) return skipNested(bytes, start, depth, closeBracket);
  return skipScalar(bytes, start);
}

// Not on top of eachMember and eachElement: without their callbacks it takes half of the time, and most of a page is skipped.
function skipNested(bytes: Buffer, start: number, depth: number, close: number): number {
  if (depth === maxDepth) throw tooDeep(start);
  let position = skipSpace(bytes, start + 1);
  if (bytes[position] === close) return position + 1;
  for (let count = 1; ; count++) {
    if (--valuesLeft < 0) throw tooManyValues(position);
    if (close === closeBrace) {
      if (count > bounds.members) throw tooManyMembers(position);
      position = skipSpace(bytes, skipString(bytes, position));
      if (bytes[position] !== colon) throw new JsonSyntaxError(position);
      position = skipSpace(bytes, position + 1);
    }
    position = skipSpace(bytes, skipValue(bytes, position, depth + 1));
    if (bytes[position] === close) return position + 1;
    if (bytes[position] !== comma) throw new JsonSyntaxError(position);
    position = skipSpace(bytes, position + 1);
  }
}

/** Returns the position after the string at `start`. Throws `JsonSyntaxError`. */
function skipString(bytes: Buffer, start: number): number {
  if (bytes[start] !== quote) throw new JsonSyntaxError(start);
  const { length } = bytes;
  let position = start + 1;
  while (position < length) {
    const byte = bytes[position] as number;
    if (byte === quote) return position + 1;
    if (byte === backslash) position = escapeEnd(bytes, position);
    // Raw control characters are not allowed in strings.
    else if (byte < 0x20) break;
    else position++;
  }
  throw new JsonSyntaxError(position);
}

const escapes: ReadonlySet<number | undefined> = new Set(Buffer.from('"\\/bfnrt'));

function escapeEnd(bytes: Buffer, start: number): number {
  if (escapes.has(bytes[start + 1])) return start + 2;
  const isUnicode = bytes[start + 1] === 0x75 && /^[\da-f]{4}$/i.test(bytes.toString('latin1', start + 2, start + 6));
  if (!isUnicode) throw new JsonSyntaxError(start);
  return start + 6;
}

const literals = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));

function skipScalar(bytes: Buffer, start: number): number {
  const word = literals.get(bytes[start] ?? 0);
  if (word === undefined) return skipNumber(bytes, start);
  for (let index = 1; index < word.length; index++) {
    if (bytes[start + index] !== word[index]) throw new JsonSyntaxError(start);
  }
  return start + word.length;
}

function skipNumber(bytes: Buffer, start: number): number {
  const whole = bytes[start] === 0x2d ? start + 1 : start;
  let position = bytes[whole] === 0x30 ? whole + 1 : skipDigits(bytes, whole);
  if (bytes[position] === 0x2e) position = skipDigits(bytes, position + 1);
  if (((bytes[position] ?? 0) | 0x20) !== 0x65) return position;
  const sign = bytes[position + 1];
  return skipDigits(bytes, sign === 0x2b || sign === 0x2d ? position + 2 : position + 1);
}

function skipDigits(bytes: Buffer, start: number): number {
  let position = start;
  for (;;) {
    const byte = bytes[position];
    if (byte === undefined || byte < 0x30 || byte > 0x39) break;
    position++;
  }
  if (position === start) throw new JsonSyntaxError(start);
  return position;
}

/** Returns the name between the quotes at `start` and before `end`. */
export function nameText(bytes: Buffer, start: number, end: number): string {
  // Names are almost always plain ASCII; only others need decoding.
  const text = bytes.toString('latin1', start + 1, end - 1);
  return /[\\\u0080-\u00ff]/.test(text) ? (JSON.parse(bytes.toString('utf8', start, end)) as string) : text;
}

/** Reads the value of a member and returns the position after it. */
export type OnMember = (bytes: Buffer, valueStart: number, depth: number, nameStart: number, nameEnd: number) => number;

/**
 * Calls `member` with each member of the object at `start`, which lies `depth` levels deep. Returns the position after the object. Throws
 * `JsonSyntaxError`.
 */
export function eachMember(bytes: Buffer, start: number, depth: number, member: OnMember): number {
  if (depth === maxDepth) throw tooDeep(start);
  let position = skipSpace(bytes, start + 1);
  if (bytes[position] === closeBrace) return position + 1;
  for (let count = 1; ; count++) {
    if (--valuesLeft < 0) throw tooManyValues(position);
    if (count > bounds.members) throw tooManyMembers(position);
    const nameEnd = skipString(bytes, position);
    const separator = skipSpace(bytes, nameEnd);
    if (bytes[separator] !== colon) throw new JsonSyntaxError(separator);
    position = skipSpace(bytes, member(bytes, skipSpace(bytes, separator + 1), depth + 1, position, nameEnd));
    if (bytes[position] === closeBrace) return position + 1;
    if (bytes[position] !== comma) throw new JsonSyntaxError(position);
    position = skipSpace(bytes, position + 1);
  }
}

/** Reads an element and returns the position after it. */
export type OnElement = (bytes: Buffer, start: number, depth: number, index: number) => number;

/**
 * Calls `element` with each element of the array at `start`, which lies `depth` levels deep. Returns the position after the array. Throws
 * `JsonSyntaxError`.
 */
export function eachElement(bytes: Buffer, start: number, depth: number, element: OnElement): number {
  if (depth === maxDepth) throw tooDeep(start);
  let position = skipSpace(bytes, start + 1);
  if (bytes[position] === closeBracket) return position + 1;
  for (let index = 0; ; index++) {
    if (--valuesLeft < 0) throw tooManyValues(position);
    position = skipSpace(bytes, element(bytes, position, depth + 1, index));
    if (bytes[position] === closeBracket) return position + 1;
    if (bytes[position] !== comma) throw new JsonSyntaxError(position);
    position = skipSpace(bytes, position + 1);
  }
}
