import type { FileResponse } from '../calls.ts';

/** A piece of the text of a file. */
export interface TextPiece {
  readonly text: string;
  /** The byte at which the next piece begins; null at the end of the file. */
  readonly nextOffset: number | null;
  /** Size of the whole file in bytes, if the response states it. */
  readonly size: number | null;
}

/** Thrown for a file that is not UTF-8, and so no text. */
export class NoTextError extends Error {
  constructor() {
    super('The file is not text in UTF-8.');
    this.name = 'NoTextError';
  }
}

/** Thrown for a piece that begins too far behind in a file of which the upstream returns no parts. */
export class TooFarError extends Error {
  constructor() {
    super(`The upstream returns only the whole file, of which at most ${maxSkipped} bytes are skipped.`);
    this.name = 'TooFarError';
  }
}

const maxSkipped = 64 * 1024 * 1024;

/**
 * Reads at most `length` bytes of a file from the byte `offset` as text, from a response that has only that part or the whole file. A
 * character that the piece would cut begins the next one. Throws `NoTextError`, `TooFarError`, and what reading the body throws.
 */
export async function readText(
  { status, headers, body }: FileResponse,
  offset: number,
  length: number,
): Promise<TextPiece> {
  const isPart = status === 206;
  if (!isPart && offset > maxSkipped) {
    await body[Symbol.asyncIterator]().return?.();
    throw new TooFarError();
  }
  const bytes = await readBytes(body, isPart ? 0 : offset, length);
  const total = isPart ? headers['content-range']?.split('/')[1] : headers['content-length'];
  const size = total !== undefined && /^\d+$/.test(total) ? Number(total) : null;
  const goesOn = (read: number) => (size === null ? bytes.length === length : offset + read < size);
  const text = decoded(bytes, goesOn(bytes.length));
  const read = Buffer.byteLength(text);
  return { text, nextOffset: goesOn(read) ? offset + read : null, size };
}

async function readBytes(body: AsyncIterable<Uint8Array>, skipped: number, length: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let before = skipped;
  let missing = length;
  // Leaving the loop ends the body, so that no more than the piece is fetched.
  for await (const chunk of body) {
    const wanted = chunk.subarray(before, before + missing);
    before = Math.max(0, before - chunk.length);
    if (wanted.length > 0) chunks.push(wanted);
    missing -= wanted.length;
    if (missing === 0) break;
  }
  return Buffer.concat(chunks);
}

function decoded(bytes: Buffer, goesOn: boolean): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: goesOn });
  } catch {
    throw new NoTextError();
  }
  // No text has it, and most files that are none do.
  if (text.includes('\0')) throw new NoTextError();
  return text;
}
