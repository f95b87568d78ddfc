import { setTimeout as delay } from 'node:timers/promises';

/** Returns the result of some work, or `late` if it takes longer than that; it may then still fail unnoticed. Throws what the work throws. */
export async function within<Found, Late>(
  work: Promise<Found>,
  milliseconds: number,
  late: Late,
): Promise<Found | Late> {
  const enough = new AbortController();
  const timeout = delay(milliseconds, late, { signal: enough.signal, ref: false }).catch(() => late);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    enough.abort();
  }
}
