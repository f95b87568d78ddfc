import { isUtf8 } from 'node:buffer';
import {
  eachElement,
  eachMember,
  JsonSyntaxError,
  nameText,
  openBrace,
  openBracket,
  type Slice,
  skipSpace,
  skipValue,
} from './scan-json.ts';
import { checkText } from './walk-json.ts';

/** A JSON array at a requested path: its range, the number of its elements, and the ranges of the first and the last one. */
interface ArraySlice extends Slice {
  readonly count: number;
  readonly first: Slice | undefined;
  readonly last: Slice | undefined;
}

/** The ranges that were found: the records, if they are an array, and every requested place by path. */
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

/**
 * Finds the places of `plan` in JSON text without parsing the rest, so that records can be passed on as the received bytes. Throws
 * `JsonSyntaxError` unless all of it is JSON in UTF-8, nested at most 1,000 levels deep.
 */
export function sliceJson(bytes: Buffer, plan: SlicePlan): JsonSlices {
  const end = checkText(bytes);
  if (end < 0 || skipSpace(bytes, end) !== bytes.length || !isUtf8(bytes)) throw new JsonSyntaxError();
  const found = { values: new Map<string, Slice>(), array: undefined as ArraySlice | undefined };
  visit(bytes, skipSpace(bytes, 0), plan, found);
  return found;
}

interface Found {
  readonly values: Map<string, Slice>;
  array: ArraySlice | undefined;
}

function visit(bytes: Buffer, start: number, place: Place, found: Found): number {
  let end: number;
  if (place.below !== undefined && bytes[start] === openBrace) end = visitObject(bytes, start, place.below, found);
  else if (place.isArray && bytes[start] === openBracket) end = visitRecords(bytes, start, place, found);
  else if (place.below !== undefined && bytes[start] === openBracket)
    end = visitArray(bytes, start, place.below, found);
  else end = skipValue(bytes, start);
  if (place.wanted) found.values.set(place.path, { start, end });
  return end;
}

function visitObject(bytes: Buffer, start: number, below: ReadonlyMap<string, Place>, found: Found): number {
  return eachMember(bytes, start, (nameStart, nameEnd, position) => {
    const place = below.get(nameText(bytes, nameStart, nameEnd));
    return place === undefined ? skipValue(bytes, position) : visit(bytes, position, place, found);
  });
}

function visitArray(bytes: Buffer, start: number, below: ReadonlyMap<string, Place>, found: Found): number {
  return eachElement(bytes, start, (position, index) => visitElement(bytes, position, below.get(String(index)), found));
}

function visitElement(bytes: Buffer, position: number, place: Place | undefined, found: Found): number {
  return place === undefined ? skipValue(bytes, position) : visit(bytes, position, place, found);
}

function visitRecords(bytes: Buffer, start: number, { below }: Place, found: Found): number {
  let count = 0;
  let first: Slice | undefined;
  let lastStart = -1;
  let lastEnd = -1;
  const end = eachElement(bytes, start, (position, index) => {
    lastStart = position;
    lastEnd = visitElement(bytes, position, below?.get(String(index)), found);
    if (count++ === 0) first = { start: lastStart, end: lastEnd };
    return lastEnd;
  });
  found.array = { start, end, count, first, last: first && { start: lastStart, end: lastEnd } };
  return end;
}
