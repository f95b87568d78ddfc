import { write, writeSync } from 'node:fs';
import type { ContextCopyParts } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { Logger } from 'pino';
import pino from 'pino';

const streams = new WeakMap<Logger, LogStream>();

/**
 * Creates the process log: one JSON object per line on standard output unless another file descriptor is given, written in batches, after
 * half a second at the latest. Nothing logs headers, bodies, parameters or URLs with their query, so no credential can get into it. Lines
 * that cannot be written are dropped.
 */
export function createLogger(level: string, descriptor = 1): Logger {
  const stream = new LogStream(descriptor);
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  streams.set(logger, stream);
  return logger;
}

/** Number of lines a logger of `createLogger` dropped; 0 for any other logger. */
export function droppedLines(logger: Logger): number {
  return streams.get(logger)?.dropped ?? 0;
}

const batchBytes = 65_536;
const maxDelay = 500;
const retryDelay = 100;
const maxWaiting = 8 * 1_048_576;

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
    if (this.#length + line.length > maxWaiting) {
      this.#dropped++;
      return;
    }
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= batchBytes) this.#writeBatch();
    else this.#timer ??= setTimeout(() => this.#writeBatch(), maxDelay).unref();
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
    else if (this.#lines.length > 0) this.#timer ??= setTimeout(() => this.#writeBatch(), maxDelay).unref();
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x0a) count++;
  return count;
}

/** The loggable parts of an exception. Its message is excluded, because it may quote the record that caused it. */
export interface ExceptionDescription {
  readonly name: string;
  readonly code?: string;
  /** The stack frames, joined by `; `. */
  readonly frames?: string;
}

/** Describes any thrown value for the log. */
export function describeException(thrown: unknown): ExceptionDescription {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  const frames = thrown.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: thrown.name,
    ...('code' in thrown && typeof thrown.code === 'string' && { code: thrown.code }),
    ...(frames !== undefined && { frames: frames.map((line) => line.trim()).join('; ') }),
  };
}

/** Logs failures of synchronizations: documented ones by code, as warnings; unexpected ones with their stack. */
export function logSyncErrors(logger: Logger): ContextCopyParts['onError'] {
  return (error, connectionId, entity) => {
    const about = { connection_id: connectionId, entity };
    if (GatewayError.is(error) && error.code !== 'internal') {
      const { code, upstream } = error;
      // Problems of the database are for the operator.
      const advice = code === 'database_unavailable' ? error.message : undefined;
      logger.warn({ ...about, code, upstream_status: upstream?.status, advice }, 'synchronization paused');
      return;
    }
    const cause = GatewayError.is(error) ? (error.cause ?? error) : error;
    logger.error({ ...about, error: describeException(cause) }, 'synchronization failed unexpectedly');
  };
}
