import { walkJsonModule } from './walk-json-module.ts';

// Node has it, but only the types of browsers declare it.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface WalkExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  skip(at: number, end: number): number;
  string(at: number, end: number): number;
  member(at: number, end: number): number;
  check(at: number, end: number): number;
}

const pageBytes = 65_536;
const nestedCountAt = 1016;
const nestedAt = 1024;
const mostNested = 8192;
const textAt = nestedAt + 8 * mostNested;
const readAhead = 64;

const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(walkJsonModule, 'base64')));
const { memory, skip, string, member, check } = instance.exports as WalkExports;
let text = new Uint8Array(memory.buffer, textAt);
let loadedBytes = 0;
/** Start and end of each object and array that `checkValue` met first, in the order of their starts. */
let nested = new Int32Array(memory.buffer, nestedAt, 2 * mostNested);
let nestedCount = new Int32Array(memory.buffer, nestedCountAt, 1);
/** Twice the number of those in `nested`, and of those that `skipNested` went past. */
let nestedEnd = 0;
let nestedPassed = 0;

/** What `walkMember` found beside its result: 1 when the name has a backslash, the end of the name, the value's start and end. */
export let found = new Int32Array(memory.buffer, 0, 4);

/** Copies a JSON text to where the other functions look for it; it stays until the next call. */
export function loadText(bytes: Uint8Array): void {
  const missing = bytes.length + readAhead - text.length;
  if (missing > 0) {
    memory.grow(Math.ceil(missing / pageBytes));
    text = new Uint8Array(memory.buffer, textAt);
    found = new Int32Array(memory.buffer, 0, 4);
    nested = new Int32Array(memory.buffer, nestedAt, 2 * mostNested);
    nestedCount = new Int32Array(memory.buffer, nestedCountAt, 1);
  }
  nestedEnd = 0;
  nestedPassed = 0;
  text.set(bytes);
  // Ends whatever is checked, so that only white space needs to know where the text ends.
  text[bytes.length] = 0;
  loadedBytes = bytes.length;
}

/**
 * Position after the object or array that begins at `start` of the loaded text, or -1 when the text ends before. What stands between the
 * brackets is not checked. After `checkValue` most ends are known, as long as the starts ascend; else 64 bytes are looked at together
 * (walk-json.wat).
 */
export function skipNested(start: number): number {
  while (nestedPassed < nestedEnd && (nested[nestedPassed] as number) < start) nestedPassed += 2;
  if (nestedPassed < nestedEnd && nested[nestedPassed] === start) return nested[nestedPassed + 1] as number;
  return skip(start, loadedBytes);
}

/** Position after the string whose opening quote is at `start` of the loaded text, or -1 when the text ends before. */
export function walkString(start: number): number {
  return string(start, loadedBytes);
}

/**
 * Position of what follows the member whose name begins with the quote at `start` of the loaded text, after white space; -1 where
 * there is no member. `found` has the places in between. What stands in the value is not checked.
 */
export function walkMember(start: number): number {
  return member(start, loadedBytes);
}

/**
 * Position after the value that begins at or after `start` of the loaded text, every byte of which was checked but for what UTF-8 makes of
 * them; -1 where that is no JSON, or nested more than 1,000 deep.
 */
export function checkValue(start: number): number {
  const end = check(start, loadedBytes);
  nestedEnd = 2 * (nestedCount[0] as number);
  nestedPassed = 0;
  return end;
}
