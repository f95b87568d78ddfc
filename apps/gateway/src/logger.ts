import pino, { type Logger } from 'pino';
import { LogStream } from './log-stream.ts';

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
