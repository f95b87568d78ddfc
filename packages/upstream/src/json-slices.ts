import { loadText, skipNested } from './skip-nested.ts';

/**
 * Finds places in a JSON text without parsing what lies around them, so that records can be passed on as the bytes they came
 * as. It checks that brackets and strings are closed; it does not check what stands inside skipped values.
 */

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** A half-open range of bytes. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** A JSON array found at a wanted path: its range, the number of elements, and the ranges of the first and the last one. */
interface ArraySlice extends Slice {
  readonly count: number;
  readonly first: Slice | undefined;
  readonly last: Slice | undefined;
}

/** What was found: the records, when they are an array, and every wanted place, by path. */
export interface JsonSlices {
  readonly values: ReadonlyMap<string, Slice>;
  readonly array: ArraySlice | undefined;
}

interface Place {
  readonly path: string;
  readonly wanted: boolean;
  readonly isArray: boolean;
  readonly below: ReadonlyMap<string, Place> | undefined;
}

/** Paths to look for, prepared once per action. */
export type SlicePlan = Place;

/** Prepares a search for values at dotted paths (array elements by index) and for the elements of the array at `arrayAt`. */
export function planSlices(paths: readonly string[], arrayAt: string | undefined): SlicePlan {
  const all = arrayAt === undefined ? paths : [...paths, arrayAt];
  const build = (prefix: string, depth: number): Place => {
    const below = new Map<string, Place>();
    for (const path of all) {
      const inside = prefix === '' ? path !== '' : path.startsWith(`${prefix}.`);
      const key = inside ? path.split('.')[depth] : undefined;
      if (key !== undefined && !below.has(key))
        below.set(key, build(prefix === '' ? key : `${prefix}.${key}`, depth + 1));
    }
    return {
      path: prefix,
      wanted: paths.includes(prefix),
      isArray: prefix === arrayAt,
      below: below.size === 0 ? undefined : below,
    };
  };
  return build('', 0);
}

/** Thrown for a text that ends too early or is not JSON where it was looked at. */
export class JsonSyntaxError extends Error {
  constructor(position: number) {
    super(`not valid JSON at byte ${position}`);
    this.name = 'JsonSyntaxError';
  }
}

/** Finds the places of `plan` in `bytes`. Throws `JsonSyntaxError`. */
export function sliceJson(bytes: Buffer, plan: SlicePlan): JsonSlices {
  loadText(bytes);
  const found = { values: new Map<string, Slice>(), array: undefined as ArraySlice | undefined };
  const end = skipSpace(bytes, visit(bytes, skipSpace(bytes, 0), plan, found));
  if (end !== bytes.length) throw new JsonSyntaxError(end);
  return found;
}

interface Found {
  readonly values: Map<string, Slice>;
  array: ArraySlice | undefined;
}

function visit(bytes: Buffer, start: number, place: Place, found: Found): number {
  let end: number;
  if (place.below !== undefined && bytes[start] === openBrace) end = visitObject(bytes, start, place.below, found);
  else if (place.isArray && bytes[start] === openBracket) end = visitRecords(bytes, start, found);
  else if (place.below !== undefined && bytes[start] === openBracket)
    end = visitArray(bytes, start, place.below, found);
  else end = skipValue(bytes, start);
  if (place.wanted) found.values.set(place.path, { start, end });
  return end;
}

function visitObject(bytes: Buffer, start: number, below: ReadonlyMap<string, Place>, found: Found): number {
  let position = skipSpace(bytes, start + 1);
  if (bytes[position] === closeBrace) return position + 1;
  for (;;) {
    if (bytes[position] !== quote) throw new JsonSyntaxError(position);
    const keyEnd = skipString(bytes, position);
    const place = below.get(keyText(bytes, position, keyEnd));
    position = skipSpace(bytes, keyEnd);
    if (bytes[position] !== colon) throw new JsonSyntaxError(position);
    position = skipSpace(bytes, position + 1);
    position = skipSpace(
      bytes,
      place === undefined ? skipValue(bytes, position) : visit(bytes, position, place, found),
    );
    if (bytes[position] === closeBrace) return position + 1;
    if (bytes[position] !== comma) throw new JsonSyntaxError(position);
    position = skipSpace(bytes, position + 1);
  }
}

// Names are nearly always plain ASCII; only the others need to be decoded.
function keyText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('latin1', start + 1, end - 1);
  if (!/[\\\u0080-\u00ff]/.test(text)) return text;
  try {
    return JSON.parse(bytes.toString('utf8', start, end)) as string;
  } catch {
    throw new JsonSyntaxError(start);
  }
}

function visitArray(bytes: Buffer, start: number, below: ReadonlyMap<string, Place>, found: Found): number {
  return eachElement(bytes, start, (position, index) => {
    const place = below.get(String(index));
    return place === undefined ? skipValue(bytes, position) : visit(bytes, position, place, found);
  });
}

function visitRecords(bytes: Buffer, start: number, found: Found): number {
  let count = 0;
  let first: Slice | undefined;
  let lastStart = -1;
  let lastEnd = -1;
  const end = eachElement(bytes, start, (position) => {
    lastStart = position;
    lastEnd = skipValue(bytes, position);
    if (count++ === 0) first = { start: lastStart, end: lastEnd };
    return lastEnd;
  });
  found.array = { start, end, count, first, last: first && { start: lastStart, end: lastEnd } };
  return end;
}

function eachElement(bytes: Buffer, start: number, element: (position: number, index: number) => number): number {
  let position = skipSpace(bytes, start + 1);
  if (bytes[position] === closeBracket) return position + 1;
  for (let index = 0; ; index++) {
    position = skipSpace(bytes, element(position, index));
    if (bytes[position] === closeBracket) return position + 1;
    if (bytes[position] !== comma) throw new JsonSyntaxError(position);
    position = skipSpace(bytes, position + 1);
  }
}

function skipSpace(bytes: Buffer, start: number): number {
  let position = start;
  for (;;) {
    const byte = bytes[position];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return position;
    position++;
  }
}

function skipValue(bytes: Buffer, start: number): number {
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
  let position = start + 1;
  for (;;) {
    if (position >= bytes.length) throw new JsonSyntaxError(bytes.length);
    const byte = bytes[position++];
    if (byte === quote) return position;
    if (byte === backslash) position++;
  }
}

const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

function skipScalar(bytes: Buffer, start: number): number {
  let position = start;
  while (position < bytes.length) {
    const byte = bytes[position] as number;
    if (byte === comma || byte === closeBrace || byte === closeBracket || byte <= 0x20) break;
    position++;
  }
  if (!scalar.test(bytes.toString('latin1', start, position))) throw new JsonSyntaxError(start);
  return position;
}
