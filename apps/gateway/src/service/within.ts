import { setTimeout as delay } from 'node:timers/promises';

/** Returns the result of some work, or `otherwise` if it fails or takes longer than that. */
export async function within<Found, Otherwise>(
  work: Promise<Found>,
  milliseconds: number,
  otherwise: Otherwise,
): Promise<Found | Otherwise> {
  const enough = new AbortController();
  const late = delay(milliseconds, otherwise, { signal: enough.signal, ref: false }).catch(() => otherwise);
  try {
    return await Promise.race([work.catch(() => otherwise), late]);
  } finally {
    enough.abort();
  }
}
