import { write, writeSync } from 'node:fs';

const batchBytes = 65_536;
const longestDelay = 500;
const retryDelay = 100;
const mostWaiting = 8 * 1_048_576;

const open = new Set<LogStream>();
process.once('exit', () => {
  for (const stream of open) stream.flushSync();
});

/**
 * Writes lines to a file descriptor in batches, after half a second at the latest. A log must never end the process or fill its memory:
 * lines that cannot be written (a full disk, a broken pipe) and waiting lines beyond 8 MiB are dropped and counted; later lines are
 * attempted again.
 */
export class LogStream {
  readonly #descriptor: number;
  #lines: string[] = [];
  #length = 0;
  #dropped = 0;
  #isWriting = false;
  /** True after a line was written only in part. */
  #isTorn = false;
  #timer: NodeJS.Timeout | undefined;
  #waiting: (() => void)[] = [];

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    open.add(this);
  }

  /** Number of lines dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Queues a line that ends with a line break. */
  write(line: string): void {
    if (this.#length + line.length > mostWaiting) {
      this.#dropped++;
      return;
    }
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= batchBytes) this.#writeBatch();
    else this.#timer ??= setTimeout(() => this.#writeBatch(), longestDelay).unref();
  }

  /** Writes the queued lines, and calls back when they are written or dropped. */
  flush(done?: () => void): void {
    if (done !== undefined) this.#waiting.push(done);
    this.#writeBatch();
  }

  /** Writes the queued lines synchronously, if possible. */
  flushSync(): void {
    const { bytes, lines } = this.#take();
    try {
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(this.#descriptor, bytes, offset);
    } catch {
      this.#dropped += lines;
    }
  }

  #writeBatch(): void {
    if (this.#isWriting) return;
    const { bytes, lines } = this.#take();
    if (lines === 0) {
      for (const done of this.#waiting.splice(0)) done();
      return;
    }
    this.#isWriting = true;
    this.#writeFrom(bytes, 0, lines);
  }

  #take(): { readonly bytes: Buffer; readonly lines: number } {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    const bytes = Buffer.from((this.#isTorn && lines.length > 0 ? '\n' : '') + lines.join(''));
    this.#lines = [];
    this.#length = 0;
    return { bytes, lines: lines.length };
  }

  #writeFrom(bytes: Buffer, offset: number, lines: number): void {
    write(this.#descriptor, bytes, offset, (error, written) => {
      if (error !== null && (error.code === 'EAGAIN' || error.code === 'EBUSY')) {
        setTimeout(() => this.#writeFrom(bytes, offset, lines), retryDelay).unref();
      } else if (error !== null) {
        const whole = countLines(bytes.subarray(0, offset));
        this.#dropped += lines - whole;
        this.#isTorn = offset > 0 && bytes[offset - 1] !== 0x0a;
        this.#next();
      } else if (offset + written < bytes.length) this.#writeFrom(bytes, offset + written, lines);
      else {
        this.#isTorn = false;
        this.#next();
      }
    });
  }

  // New lines wait for another half second, unless they fill a batch or a flush waits for them.
  #next(): void {
    this.#isWriting = false;
    if (this.#length >= batchBytes || this.#waiting.length > 0) this.#writeBatch();
    else if (this.#lines.length > 0) this.#timer ??= setTimeout(() => this.#writeBatch(), longestDelay).unref();
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x0a) count++;
  return count;
}
