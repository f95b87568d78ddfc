import { walkJsonModule } from './walk-json-module.ts';

// Node.js provides it, but only the browser types declare it.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface WalkExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  nested(at: number, end: number): number;
  string(at: number, end: number): number;
  member(at: number, end: number): number;
  members(at: number, end: number, lengthsLow: number, lengthsHigh: number): number;
  check(at: number, end: number): number;
}

const pageBytes = 65_536;
const resultWords = 254;
const notesAt = 1016;
const firstNote = 1024;
const textAt = 66_560;
const readAhead = 64;
/** Longer texts are not kept alive; each of their parts is copied again. */
const longestKept = 256 * 1024;

const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(walkJsonModule, 'base64')));
const { memory, nested, string, member, members, check } = instance.exports as WalkExports;
let text = new Uint8Array(memory.buffer, textAt);
/** Results of the functions, by address. */
let results = new Int32Array(memory.buffer, 0, resultWords);
/** Number of notes, and the address of the one used last. */
let notes = new Int32Array(memory.buffer, notesAt, 2);
/** The text in memory, unless it is longer than `longestKept`. */
let copied: Uint8Array | undefined;
/** Start and end of the selected text in memory. */
let base = 0;
let end = 0;

/** A member of an object: positions of its name with the quotes, and of its value. */
export interface FoundMember {
  nameStart: number;
  nameEnd: number;
  isEscaped: boolean;
  valueStart: number;
  valueEnd: number;
}

/**
 * Selects the JSON text that the other functions read; positions count from its beginning. A part of the text that was copied last is not
 * copied again. The bytes must not change until another text is selected.
 */
export function selectText(bytes: Uint8Array): void {
  const start = copied?.buffer === bytes.buffer ? bytes.byteOffset - copied.byteOffset : -1;
  if (copied === undefined || start < 0 || start + bytes.length > copied.length) copyText(bytes);
  else {
    base = start;
    end = start + bytes.length;
  }
}

function copyText(bytes: Uint8Array): void {
  const missing = bytes.length + readAhead - text.length;
  if (missing > 0) {
    memory.grow(Math.ceil(missing / pageBytes));
    text = new Uint8Array(memory.buffer, textAt);
    results = new Int32Array(memory.buffer, 0, resultWords);
    notes = new Int32Array(memory.buffer, notesAt, 2);
  }
  notes[0] = 0;
  notes[1] = firstNote;
  text.set(bytes);
  // The zero ends any check, so that only the loops over white space need the end of the text.
  text[bytes.length] = 0;
  copied = bytes.length <= longestKept ? bytes : undefined;
  base = 0;
  end = bytes.length;
}

/**
 * Returns the position after the object or array at `start` of the selected text, or -1 if the text ends before. Its content is not
 * checked. After `checkText` most ends are known; otherwise 64 bytes are examined at a time (walk-json.wat).
 */
export function skipNested(start: number): number {
  return positionOf(nested(base + start, end));
}

/** Returns the position after the string whose opening quote is at `start` of the selected text, or -1 if the text ends before. */
export function walkString(start: number): number {
  return positionOf(string(base + start, end));
}

/** The member that `walkMember` found last. */
export const found: FoundMember = { nameStart: 0, nameEnd: 0, isEscaped: false, valueStart: 0, valueEnd: 0 };

/**
 * Walks the member whose name begins with the quote at `start` of the selected text, and sets `found`. Returns the position of what follows
 * it after white space, or -1 if there is no member. The value is not checked.
 */
export function walkMember(start: number): number {
  const next = member(base + start, end);
  found.nameStart = start;
  found.isEscaped = results[0] === 1;
  found.nameEnd = (results[1] as number) - base;
  found.valueStart = (results[2] as number) - base;
  found.valueEnd = (results[3] as number) - base;
  return positionOf(next);
}

/** Bit sets of the lengths of names in bytes: below 32, and from 32 to 63. */
export interface NameLengths {
  readonly low: number;
  readonly high: number;
}

/** Prepares lengths of names for `walkMembers`. */
export function nameLengths(names: readonly Uint8Array[]): NameLengths {
  const wanted = { low: 0, high: 0 };
  for (const { length } of names) {
    if (length < 32) wanted.low |= 1 << length;
    else if (length < 64) wanted.high |= 1 << (length - 32);
  }
  return wanted;
}

const membersAt = 4;
const wordsOfMember = 5;

/**
 * Calls `onMember` with each member of the object at `start` of the selected text whose name has one of the lengths, is longer than 63
 * bytes or contains a backslash. Returns the position after the object, or -1 if there is none. Values are not checked. `onMember` must not
 * call functions of this module or keep the member.
 */
export function walkMembers(
  start: number,
  { low, high }: NameLengths,
  onMember: (member: FoundMember) => void,
): number {
  let next = base + start + 1;
  do {
    next = members(next, end, low, high);
    if (next < 0) return -1;
    const count = results[0] as number;
    for (let index = 0, at = membersAt; index < count; index++, at += wordsOfMember) {
      found.nameStart = (results[at] as number) - base;
      found.nameEnd = (results[at + 1] as number) - base;
      found.valueStart = (results[at + 2] as number) - base;
      found.valueEnd = (results[at + 3] as number) - base;
      found.isEscaped = results[at + 4] === 1;
      onMember(found);
    }
  } while (results[1] === 1);
  return next - base;
}

/**
 * Selects a text, checks the value at its beginning except for valid UTF-8, and returns the position after it; -1 if it is not JSON or
 * nested more than 1,000 levels deep.
 */
export function checkText(bytes: Uint8Array): number {
  copyText(bytes);
  return check(0, end);
}

function positionOf(found: number): number {
  return found < 0 ? -1 : found - base;
}
