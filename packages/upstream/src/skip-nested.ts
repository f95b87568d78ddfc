import { skipNestedModule } from './skip-nested-module.ts';

// Node has it, but only the types of browsers declare it.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface SkipExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  skip(at: number, end: number): number;
}

const pageBytes = 65_536;
const readAhead = 64;

const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(skipNestedModule, 'base64')));
const { memory, skip } = instance.exports as SkipExports;
let view = new Uint8Array(memory.buffer);
let loadedBytes = 0;

/** Copies a JSON text to where `skipNested` looks for it; it stays until the next call. */
export function loadText(bytes: Uint8Array): void {
  const missing = bytes.length + readAhead - view.length;
  if (missing > 0) {
    memory.grow(Math.ceil(missing / pageBytes));
    view = new Uint8Array(memory.buffer);
  }
  view.set(bytes);
  loadedBytes = bytes.length;
}

/**
 * Position after the object or array that begins at `start` of the loaded text, or -1 when the text ends before. Nearly all
 * bytes of an answer pass here, so it is done 64 at a time (skip-nested.wat); what stands between the brackets is not checked.
 */
export function skipNested(start: number): number {
  return skip(start, loadedBytes);
}
