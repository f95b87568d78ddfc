import {
  closeBracket,
  comma,
  eachElement,
  isNullAt,
  JsonSyntaxError,
  openBracket,
  type Slice,
  skipSpace,
  skipValue,
} from './scan-json.ts';

function forEachElement(json: Buffer, element: (start: number, end: number, index: number) => void): void {
  const start = skipSpace(json, 0);
  if (json[start] !== openBracket) throw new JsonSyntaxError(start);
  const end = eachElement(json, start, 0, (_, position, depth, index) => {
    const after = skipValue(json, position, depth);
    element(position, after, index);
    return after;
  });
  const rest = skipSpace(json, end);
  if (rest !== json.length) throw new JsonSyntaxError(rest);
}

/** Returns the range of one element of a JSON array; undefined past its end. Throws `JsonSyntaxError` if the text is not an array. */
export function elementAt(json: Buffer, position: number): Slice | undefined {
  let found: Slice | undefined;
  forEachElement(json, (start, end, index) => {
    if (index === position) found = { start, end };
  });
  return found;
}

/**
 * Splits a JSON array into ranges of whole elements, with the commas between them; each ends with the element that makes it as long as that.
 * Throws `JsonSyntaxError` if the text is not an array.
 */
export function* elementRuns(json: Buffer, bytes: number): Generator<Slice, void, undefined> {
  const start = skipSpace(json, 0);
  if (json[start] !== openBracket) throw new JsonSyntaxError(start);
  let position = skipSpace(json, start + 1);
  let from = position;
  for (let isLast = json[position] === closeBracket; !isLast; ) {
    const end = skipValue(json, position, 1);
    position = skipSpace(json, end);
    isLast = json[position] === closeBracket;
    if (!isLast && json[position] !== comma) throw new JsonSyntaxError(position);
    const next = skipSpace(json, position + 1);
    if (isLast || end - from >= bytes) {
      yield { start: from, end };
      from = next;
    }
    if (!isLast) position = next;
  }
  const rest = skipSpace(json, position + 1);
  if (rest !== json.length) throw new JsonSyntaxError(rest);
}

/** Returns the first `max` elements of a JSON array, byte for byte. Throws `JsonSyntaxError` if the text is not an array. */
export function firstElements(json: Buffer, max: number): Buffer {
  if (max === 0) return Buffer.from('[]');
  let cut = -1;
  forEachElement(json, (_start, end, index) => {
    if (index === max - 1) cut = end;
  });
  return cut < 0 ? json : Buffer.concat([json.subarray(0, cut), Buffer.of(closeBracket)]);
}

/**
 * Returns the elements of a JSON array for which `keep` returns true, byte for byte; it takes their position and whether they are null.
 * Throws `JsonSyntaxError` if the text is not an array.
 */
export function keepElements(json: Buffer, keep: (index: number, isNull: boolean) => boolean): Buffer {
  const kept = Buffer.allocUnsafe(json.length);
  let length = kept.write('[');
  let isFirst = true;
  let isWhole = true;
  forEachElement(json, (start, end, index) => {
    if (!keep(index, isNullAt(json, start))) {
      isWhole = false;
      return;
    }
    if (!isFirst) length += kept.write(',', length);
    isFirst = false;
    length += json.copy(kept, length, start, end);
  });
  return isWhole ? json : Buffer.concat([kept.subarray(0, length), Buffer.of(closeBracket)]);
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

/** Returns the first `max` elements of a JSON array, one per line. A line break between the tokens of an element becomes a space. */
export function elementLines(
  json: Buffer,
  max = Number.POSITIVE_INFINITY,
): { readonly lines: Buffer; readonly count: number } {
  const lines = Buffer.allocUnsafe(json.length);
  let length = 0;
  let count = 0;
  forEachElement(json, (start, end, index) => {
    if (index >= max) return;
    const from = length;
    length += json.copy(lines, length, start, end);
    // JSON strings contain no raw line breaks, so none of these is part of a value.
    replaceByte(lines, from, length, lineFeed);
    replaceByte(lines, from, length, carriageReturn);
    lines[length++] = lineFeed;
    count++;
  });
  return { lines: lines.subarray(0, length), count };
}

function replaceByte(bytes: Buffer, from: number, to: number, wanted: number): void {
  const range = bytes.subarray(from, to);
  for (let at = range.indexOf(wanted); at >= 0; at = range.indexOf(wanted, at + 1)) range[at] = space;
}
