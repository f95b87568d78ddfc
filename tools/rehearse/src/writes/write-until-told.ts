import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../gateway/gateway-client.ts';

/** The final outcome of a keyed write according to the caller, and how it was learned. */
export interface Telling {
  /** `done`: it was carried out. `unknown`: it may have been. `refused`: it was not. `untold`: no response settled it in time. */
  readonly told: 'done' | 'unknown' | 'refused' | 'untold';
  readonly sent: number;
  readonly last: Answer;
}

const longestWait = 2_000;

/**
 * Repeats a write with its key as instructed by the responses, until one is final, for at most `patience` milliseconds. `send` receives the
 * number of the attempt.
 */
export async function writeUntilTold(send: (attempt: number) => Promise<Answer>, patience: number): Promise<Telling> {
  const begun = performance.now();
  for (let sent = 1; ; sent += 1) {
    const last = await send(sent);
    const told = toldBy(last);
    if (told !== undefined) return { told, sent, last };
    if (performance.now() - begun > patience) return { told: 'untold', sent, last };
    const seconds = Number(last.headers['retry-after'] ?? 0);
    await delay(Math.min(longestWait, Math.max(20 * Math.min(sent, 10), seconds * 1000)));
  }
}

function toldBy({ status, json }: Answer): Exclude<Telling['told'], 'untold'> | undefined {
  if (status >= 200 && status < 300) return 'done';
  if (status === 0 || json?.retryable === true) return undefined;
  return json?.outcome === 'unknown' ? 'unknown' : 'refused';
}
