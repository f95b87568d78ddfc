import { setTimeout as delay } from 'node:timers/promises';

/** Time as the engine sees it, in milliseconds; tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the time, or at once when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Calls back after the time, unless the returned function is called first. */
  after(milliseconds: number, call: () => void): () => void;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
  },
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** A time in milliseconds as UTC ISO text. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
