import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { invalidInput } from './problem-error.ts';

/** Writes a file atomically: a failure leaves the previous file, or none. Throws a problem of code 4 for a path that cannot be written. */
export async function writeWholeFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${path}.part`;
  try {
    await pipeline(bytes, createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    const { syscall, code } = error as NodeJS.ErrnoException;
    if (syscall === undefined || !['open', 'rename'].includes(syscall)) throw error;
    throw invalidInput(`The file ${path} cannot be written (${code}). Choose another path for --output.`);
  }
}
