import { closeSync, openSync, readSync } from 'node:fs';
import { parseExactly } from '@connectory/exact-json';
import type { LineRecord } from './cells.ts';

const lineFeed = 0x0a;
const chunkBytes = 1024 * 1024;

/** Calls back with each record of complete lines, and the bytes of its line. */
export function eachRecord(lines: Uint8Array, call: (record: LineRecord, bytes: number) => void): void {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(lineFeed, start);
    call(parseExactly(text.toString('utf8', start, end)) as LineRecord, end - start);
    start = end + 1;
  }
}

/** Calls back with each record of a file of lines, of which only a part is in memory. */
export function eachRecordOfFile(path: string, call: (record: LineRecord, bytes: number) => void): void {
  const file = openSync(path, 'r');
  try {
    let chunk = Buffer.allocUnsafe(chunkBytes);
    let held = 0;
    for (;;) {
      // A line may be longer than a chunk.
      if (held === chunk.length) chunk = Buffer.concat([chunk, Buffer.allocUnsafe(chunk.length)]);
      const read = readSync(file, chunk, held, chunk.length - held, null);
      if (read === 0) return;
      const end = chunk.lastIndexOf(lineFeed, held + read - 1) + 1;
      eachRecord(chunk.subarray(0, end), call);
      chunk.copy(chunk, 0, end, held + read);
      held += read - end;
    }
  } finally {
    closeSync(file);
  }
}
