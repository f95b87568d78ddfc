import { writeExactly } from './exact-json.ts';
import {
  eachElement,
  eachMember,
  JsonSyntaxError,
  nameText,
  openBrace,
  openBracket,
  skipSpace,
  skipValue,
} from './scan-json.ts';

/** What becomes of a value. Elements of an array have the rewriter of the array. */
export interface Rewriter {
  /** Whether nothing changes in the value, so that it stays the bytes it is. */
  readonly isUnchanged: boolean;
  /** Whether objects are replaced by `scalar` as well. */
  readonly isWhole?: true;
  /** The rewriter of a member of an object; undefined to leave it out. */
  member(name: string): Rewriter | undefined;
  /** The JSON text that replaces a text, number, boolean or null, given as JSON text; the given one if it stays. */
  scalar(json: string): string;
}

/** Rewrites a JSON value. What does not change is copied byte for byte. Throws `JsonSyntaxError`. */
export function rewriteJson(json: Buffer, rewriter: Rewriter): Buffer {
  const rewriting: Rewriting = { json, parts: [], from: 0 };
  const end = skipSpace(json, rewriteAt(rewriting, skipSpace(json, 0), 0, rewriter));
  if (end !== json.length) throw new JsonSyntaxError(end);
  if (rewriting.parts.length === 0) return json;
  flush(rewriting, end);
  return Buffer.concat(rewriting.parts);
}

/** Rewrites a value as `rewriteJson` does its text; `bigint` stands for a long integer. */
export function rewriteValue(value: unknown, rewriter: Rewriter): unknown {
  if (rewriter.isUnchanged) return value;
  if (Array.isArray(value)) return value.map((element) => rewriteValue(element, rewriter));
  if (typeof value === 'object' && value !== null && !rewriter.isWhole) {
    const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const below = rewriter.member(name);
      return below === undefined ? [] : [[name, rewriteValue(member, below)]];
    });
    return Object.fromEntries(members);
  }
  const before = writeExactly(value);
  const after = rewriter.scalar(before);
  return after === before ? value : JSON.parse(after);
}

interface Rewriting {
  readonly json: Buffer;
  readonly parts: Buffer[];
  /** Bytes from here on are not yet among the parts. */
  from: number;
}

function flush(rewriting: Rewriting, end: number): void {
  if (end > rewriting.from) rewriting.parts.push(rewriting.json.subarray(rewriting.from, end));
  rewriting.from = end;
}

function replace(rewriting: Rewriting, start: number, end: number, text: string): void {
  flush(rewriting, start);
  if (text !== '') rewriting.parts.push(Buffer.from(text));
  rewriting.from = end;
}

function rewriteAt(rewriting: Rewriting, start: number, depth: number, rewriter: Rewriter): number {
  const { json } = rewriting;
  if (rewriter.isUnchanged) return skipValue(json, start, depth);
  if (json[start] === openBracket) {
    return eachElement(json, start, depth, (_, position, within) => rewriteAt(rewriting, position, within, rewriter));
  }
  if (json[start] === openBrace && !rewriter.isWhole) return rewriteObject(rewriting, start, depth, rewriter);
  const end = skipValue(json, start, depth);
  const before = json.toString('utf8', start, end);
  const after = rewriter.scalar(before);
  if (after !== before) replace(rewriting, start, end, after);
  return end;
}

function rewriteObject(rewriting: Rewriting, start: number, depth: number, rewriter: Rewriter): number {
  const { json } = rewriting;
  let isFirst = true;
  // Where the part begins that the next member or the end of the object replaces: after the last member that stays.
  let cutFrom = -1;
  let lastEnd = start;
  const end = eachMember(json, start, depth, (_, valueStart, within, nameStart, nameEnd) => {
    const below = rewriter.member(nameText(json, nameStart, nameEnd));
    if (below === undefined) {
      if (cutFrom < 0) cutFrom = isFirst ? skipSpace(json, start + 1) : lastEnd;
      return skipValue(json, valueStart, within);
    }
    if (cutFrom >= 0) replace(rewriting, cutFrom, nameStart, isFirst ? '' : ',');
    cutFrom = -1;
    isFirst = false;
    lastEnd = rewriteAt(rewriting, valueStart, within, below);
    return lastEnd;
  });
  if (cutFrom >= 0) replace(rewriting, cutFrom, end - 1, '');
  return end;
}
