import { parseExactly, writeExactly } from './exact-json.ts';
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
  /** Whether nothing changes in the value. */
  readonly isUnchanged: boolean;
  /** Whether objects are replaced by `replace` as well. */
  readonly isWhole?: true;
  /** The rewriter of a member of an object; undefined to leave it out. */
  member(name: string): Rewriter | undefined;
  /** What replaces a text, number, boolean or null, `bigint` standing for a long integer; the given value if it stays. */
  replace(value: unknown): unknown;
}

/** Longer texts are rewritten where they are, without parsing them at once. */
const maxParsed = 256 * 1024;
/** Numbers that the plain parser and writer would return with other digits, and texts that have something like them. */
const otherDigits = /[:,[\s]-?(?:[\d.]{16}|0\.0{6}|\d[\d.]{0,14}[eE]|\d{1,14}\.\d{0,14}0[,\]}\s])|-0[,\]}\s]/;

/**
 * Rewrites a JSON value. Numbers that do not change keep their digits; spaces between tokens may go. Returns the given bytes if nothing
 * changes. Throws `JsonSyntaxError`.
 */
export function rewriteJson(json: Buffer, rewriter: Rewriter): Buffer {
  // Several times faster, because no code reads bytes as fast as the parser of the runtime.
  const parsed = rewriter.isUnchanged ? undefined : parsePlainly(json);
  if (parsed === undefined) return rewrittenInPlace(json, rewriter);
  const after = rewriteValue(parsed, rewriter);
  const written = Buffer.from(JSON.stringify(after));
  if (after !== parsed) return written;
  // Of members with one name, the parser returns only the last: the others may have to change.
  return written.equals(json) ? json : rewrittenInPlace(json, rewriter);
}

/** Parses a JSON text of which the plain writer returns every number with the same digits; undefined for any other text, and for a long one. */
export function parsePlainly(json: Buffer): unknown {
  if (json.length > maxParsed) return undefined;
  const text = json.toString('utf8');
  if (otherDigits.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function rewrittenInPlace(json: Buffer, rewriter: Rewriter): Buffer {
  const rewriting: Rewriting = { json, parts: [], from: 0 };
  const end = skipSpace(json, rewriteAt(rewriting, skipSpace(json, 0), 0, rewriter));
  if (end !== json.length) throw new JsonSyntaxError(end);
  if (rewriting.parts.length === 0) return json;
  flush(rewriting, end);
  return Buffer.concat(rewriting.parts);
}

/** Rewrites a value as `rewriteJson` does its text. Returns the given value if nothing changes. */
export function rewriteValue(value: unknown, rewriter: Rewriter): unknown {
  if (rewriter.isUnchanged) return value;
  if (Array.isArray(value)) return rewriteElements(value, rewriter);
  if (typeof value !== 'object' || value === null || rewriter.isWhole) return rewriter.replace(value);
  return rewriteMembers(value as Readonly<Record<string, unknown>>, rewriter);
}

function rewriteMembers(object: Readonly<Record<string, unknown>>, rewriter: Rewriter): object {
  const names = Object.keys(object);
  let isSame = true;
  const after: Record<string, unknown> = {};
  for (const name of names) {
    const below = rewriter.member(name);
    const before = object[name];
    const value = below === undefined ? undefined : rewriteValue(before, below);
    if (value !== before) isSame = false;
    if (below === undefined) continue;
    // An assignment would set the prototype.
    if (name === '__proto__') Object.defineProperty(after, name, { value, enumerable: true, configurable: true });
    else after[name] = value;
  }
  return isSame ? object : after;
}

function rewriteElements(array: readonly unknown[], rewriter: Rewriter): readonly unknown[] {
  const after = array.map((element) => rewriteValue(element, rewriter));
  return after.every((element, index) => element === array[index]) ? array : after;
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
  const before = parseExactly(json.toString('utf8', start, end));
  const after = rewriter.replace(before);
  if (after !== before) replace(rewriting, start, end, writeExactly(after));
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
