import {
  comma,
  eachElement,
  JsonSyntaxError,
  nameText,
  openBrace,
  openBracket,
  quote,
  type Slice,
  skipSpace,
  skipValue,
} from './scan-json.ts';
import { found, selectText, walkMember } from './walk-json.ts';

/** A dotted path of member names and array positions, prepared by `valuePath`. */
export type ValuePath = readonly { readonly name: string; readonly bytes: Buffer }[];

/** Prepares a dotted path such as `address.city` or `lines.0.id`; an empty path is the whole value. */
export function valuePath(path: string): ValuePath {
  return path === '' ? [] : path.split('.').map((name) => ({ name, bytes: Buffer.from(name) }));
}

/**
 * The position of the value at a path; undefined if there is none. Reads no further than necessary, so the first of two members with the
 * same name counts. Throws `JsonSyntaxError` if the text is not JSON up to there.
 */
export function valueAt(json: Buffer, path: ValuePath): Slice | undefined {
  selectText(json);
  let start = skipSpace(json, 0);
  for (const step of path) {
    const below = json[start] === openBrace ? memberValue(json, start, step) : elementStart(json, start, step.name);
    if (below < 0) return undefined;
    start = below;
  }
  return { start, end: skipValue(json, start) };
}

function memberValue(json: Buffer, start: number, { name, bytes }: ValuePath[number]): number {
  let position = skipSpace(json, start + 1);
  while (json[position] === quote) {
    const next = walkMember(position);
    if (next < 0) throw new JsonSyntaxError(position);
    const { nameEnd, isEscaped, valueStart } = found;
    const isWanted = isEscaped
      ? nameText(json, position, nameEnd) === name
      : isName(json, position + 1, nameEnd, bytes);
    if (isWanted) return valueStart;
    if (json[next] !== comma) return -1;
    position = skipSpace(json, next + 1);
  }
  return -1;
}

function isName(json: Buffer, start: number, nameEnd: number, bytes: Buffer): boolean {
  if (nameEnd - 1 - start !== bytes.length) return false;
  for (let at = 0; at < bytes.length; at++) if (json[start + at] !== bytes[at]) return false;
  return true;
}

function elementStart(json: Buffer, start: number, wanted: string): number {
  if (json[start] !== openBracket) return -1;
  let place = -1;
  eachElement(json, start, (position, index) => {
    if (String(index) === wanted) place = position;
    return skipValue(json, position);
  });
  return place;
}
