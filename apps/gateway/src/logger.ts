import pino, { type Logger } from 'pino';

/**
 * Makes the process log: one JSON object per line on standard output unless another file descriptor is given, written in batches, at the latest after half a second. Nothing logs headers, bodies, parameters
 * or URLs with their query, so that no credential can get into it.
 */
export function createLogger(level: string, descriptor = 1): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: descriptor, sync: false, minLength: 65_536, maxWrite: 131_072, periodicFlush: 500 }),
  );
}
