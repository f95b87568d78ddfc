import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';

/** The responses of `/healthz` under load. */
export interface Health {
  readonly milliseconds: readonly number[];
  readonly failed: number;
}

/** Requests `/healthz` five times a second until the signal aborts. */
export async function probeHealth(url: string, signal: AbortSignal): Promise<Health> {
  const milliseconds: number[] = [];
  let failed = 0;
  while (!signal.aborted) {
    const begun = performance.now();
    const isHealthy = await request(`${url}/healthz`).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode === 200;
      },
      () => false,
    );
    milliseconds.push(performance.now() - begun);
    if (!isHealthy) failed += 1;
    await delay(200, undefined, { signal }).catch(() => undefined);
  }
  return { milliseconds, failed };
}

/** Returns the value that this share of the values does not exceed; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
