import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NoTextError, readText, TooFarError } from './read-text.ts';

/** A file as a vendor that knows ranges answers it, or as one that does not. */
function response(bytes: Buffer, offset: number, length: number, knowsRanges: boolean) {
  const part = knowsRanges ? bytes.subarray(offset, offset + length) : bytes;
  const headers: Record<string, string> = knowsRanges
    ? { 'content-range': `bytes ${offset}-${offset + part.length - 1}/${bytes.length}` }
    : { 'content-length': String(bytes.length) };
  async function* body() {
    for (let at = 0; at < part.length; at += 7) yield part.subarray(at, at + 7);
  }
  return { status: knowsRanges ? 206 : 200, headers, body: body() };
}

describe('readText', () => {
  it('gives pieces that make the whole text, wherever characters are cut', async () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }).filter((text) => !text.includes('\0'));
    const property = fc.asyncProperty(
      texts,
      fc.integer({ min: 8, max: 40 }),
      fc.boolean(),
      async (text, length, ranges) => {
        const bytes = Buffer.from(text.toWellFormed());
        let read = '';
        for (let offset: number | null = 0; offset !== null; ) {
          const piece = await readText(response(bytes, offset, length, ranges), offset, length);
          expect(piece.size).toBe(bytes.length);
          read += piece.text;
          offset = piece.nextOffset;
        }
        expect(read).toBe(bytes.toString());
      },
    );
    await fc.assert(property);
  });

  it('does not skip any number of bytes of a file that comes as a whole', async () => {
    let isEnded = false;
    async function* body() {
      try {
        for (;;) yield Buffer.alloc(1024);
      } finally {
        isEnded = true;
      }
    }
    const bytes = body();
    await bytes.next();
    await expect(readText({ status: 200, headers: {}, body: bytes }, 1e12, 100)).rejects.toThrow(TooFarError);
    expect(isEnded).toBe(true);
  });

  it.each([
    ['bytes that are no UTF-8', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
    ['text with the character NUL', Buffer.from('a\0b')],
    ['text that ends within a character', Buffer.from('ä').subarray(0, 1)],
  ])('refuses %s', async (_, bytes) => {
    await expect(readText(response(bytes, 0, 100, true), 0, 100)).rejects.toThrow(NoTextError);
  });
});
