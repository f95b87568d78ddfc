import { setTimeout as delay } from 'node:timers/promises';

/** The latencies of live calls, in milliseconds, and the number of failures. */
export interface LiveLatencies {
  readonly milliseconds: readonly number[];
  readonly failed: number;
}

/**
 * Sends calls at a steady rate, without waiting for earlier ones, until the signal aborts, and waits for their responses. `call` receives
 * the number of the call and returns whether it succeeded.
 */
export async function callSteadily(
  call: (number: number) => Promise<boolean>,
  perSecond: number,
  signal: AbortSignal,
): Promise<LiveLatencies> {
  const running: Promise<{ took: number; succeeded: boolean }>[] = [];
  const begun = performance.now();
  for (let number = 0; !signal.aborted; number += 1) {
    running.push(measured(call, number));
    const next = begun + ((number + 1) * 1000) / perSecond;
    await delay(Math.max(0, next - performance.now()), undefined, { signal }).catch(() => undefined);
  }
  const done = await Promise.all(running);
  return {
    milliseconds: done.map(({ took }) => took),
    failed: done.filter(({ succeeded }) => !succeeded).length,
  };
}

async function measured(call: (number: number) => Promise<boolean>, number: number) {
  const start = performance.now();
  const succeeded = await call(number);
  return { took: performance.now() - start, succeeded };
}
