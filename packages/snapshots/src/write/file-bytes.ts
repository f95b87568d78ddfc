import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { ByteWriter } from 'hyparquet-writer';

const flushedBytes = 1024 * 1024;

// Thrown when a file would become larger than it may. Errors of other threads keep only their name.
class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
}

/** The bytes of a new file, readable by its owner only. Each call is synchronous: a thread of its own calls. */
export class FileBytes extends ByteWriter {
  readonly #file: number;
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  #written = 0;

  /** Throws if the file exists. Writing throws `FileTooLargeError` beyond the max. */
  constructor(path: string, maxBytes: number) {
    super(flushedBytes);
    this.#maxBytes = maxBytes;
    this.#file = openSync(path, 'wx', 0o600);
  }

  /** Number of bytes in the file. */
  get length(): number {
    return this.#written;
  }

  appendText(text: string): void {
    this.appendBytes(Buffer.from(text));
    if (this.index >= flushedBytes) this.flush();
  }

  flush(): void {
    const bytes = this.getBytes();
    if (this.#written + bytes.length > this.#maxBytes) throw new FileTooLargeError();
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    this.#hash.update(bytes);
    this.#written += bytes.length;
    this.index = 0;
  }

  override finish(): void {
    this.flush();
    closeSync(this.#file);
  }

  /** The hash of all bytes, once they are written. */
  digest(): string {
    return this.#hash.digest('base64url');
  }
}
