import { isUtf8 } from 'node:buffer';
import {
  eachElement,
  eachMember,
  isNullAt,
  type JsonBounds,
  JsonSyntaxError,
  nameText,
  openBrace,
  openBracket,
  type Slice,
  skipSpace,
  skipValue,
  unbounded,
  withinBounds,
} from './scan-json.ts';

/**
 * A JSON array at a requested path: its range, the number of its elements and of the nulls among them, and the ranges of the first and the
 * last one that is not null.
 */
interface ArraySlice extends Slice {
  readonly count: number;
  readonly nulls: number;
  readonly first: Slice | undefined;
  readonly last: Slice | undefined;
}

/** The ranges that were found: the records, if they are an array, and every requested value by path. */
export interface JsonSlices {
  readonly values: ReadonlyMap<string, Slice>;
  readonly array: ArraySlice | undefined;
}

/** Paths to look for, prepared once per action. */
export interface SlicePlan {
  readonly path: string;
  readonly wanted: boolean;
  readonly isArray: boolean;
  readonly below: ReadonlyMap<string, SlicePlan> | undefined;
}

/** Prepares a search for values at dotted paths (array elements by index) and for the elements of the array at `arrayAt`. */
export function planSlices(paths: readonly string[], arrayAt: string | undefined): SlicePlan {
  const all = arrayAt === undefined ? paths : [...paths, arrayAt];
  const build = (prefix: string, depth: number): SlicePlan => {
    const below = new Map<string, SlicePlan>();
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

/**
 * Finds the values and the array of `plan` in JSON text without parsing the rest, so that records can be passed on as the received bytes.
 * Throws `JsonSyntaxError` unless all of it is JSON in UTF-8, and `JsonBoundError` if it exceeds a bound or is nested more than 1,000
 * levels deep; a byte order mark in front is skipped, as RFC 8259, section 8.1, allows.
 */
export function sliceJson(bytes: Buffer, plan: SlicePlan, bounds: JsonBounds = unbounded): JsonSlices {
  if (!isUtf8(bytes)) throw new JsonSyntaxError(0);
  const found: Found = { values: new Map(), array: undefined };
  const start = skipSpace(bytes, afterByteOrderMark(bytes));
  const end = skipSpace(
    bytes,
    withinBounds(bounds, () => visit(bytes, start, 0, plan, found)),
  );
  if (end !== bytes.length) throw new JsonSyntaxError(end);
  return found;
}

const byteOrderMark = Buffer.from('\ufeff');

const afterByteOrderMark = (bytes: Buffer) =>
  bytes[0] === byteOrderMark[0] && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    ? byteOrderMark.length
    : 0;

interface Found {
  readonly values: Map<string, Slice>;
  array: ArraySlice | undefined;
}

function visit(bytes: Buffer, start: number, depth: number, node: SlicePlan | undefined, found: Found): number {
  if (node === undefined) return skipValue(bytes, start, depth);
  const first = bytes[start];
  let end: number;
  if (first === openBrace && node.below !== undefined) end = visitObject(bytes, start, depth, node.below, found);
  else if (first === openBracket && node.isArray) end = visitRecords(bytes, start, depth, node, found);
  else if (first === openBracket && node.below !== undefined) {
    end = eachElement(bytes, start, depth, (_, position, within, index) =>
      visit(bytes, position, within, node.below?.get(String(index)), found),
    );
  } else end = skipValue(bytes, start, depth);
  // Of two members with the same name the last one counts, as in parsers.
  if (node.wanted) found.values.set(node.path, { start, end });
  return end;
}

function visitObject(
  bytes: Buffer,
  start: number,
  depth: number,
  below: ReadonlyMap<string, SlicePlan>,
  found: Found,
): number {
  return eachMember(bytes, start, depth, (_, position, within, nameStart, nameEnd) =>
    visit(bytes, position, within, below.get(nameText(bytes, nameStart, nameEnd)), found),
  );
}

function visitRecords(bytes: Buffer, start: number, depth: number, { below }: SlicePlan, found: Found): number {
  let count = 0;
  let nulls = 0;
  let first: Slice | undefined;
  let lastStart = -1;
  let lastEnd = -1;
  const end = eachElement(bytes, start, depth, (_, position, within, index) => {
    count += 1;
    const after = visit(bytes, position, within, below?.get(String(index)), found);
    if (isNullAt(bytes, position)) nulls += 1;
    else {
      lastStart = position;
      lastEnd = after;
      first ??= { start: position, end: after };
    }
    return after;
  });
  found.array = { start, end, count, nulls, first, last: first && { start: lastStart, end: lastEnd } };
  return end;
}
