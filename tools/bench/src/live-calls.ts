import { setTimeout as delay } from 'node:timers/promises';

/** How long live calls took, in milliseconds, and how many did not succeed. */
export interface LiveLatencies {
  readonly milliseconds: readonly number[];
  readonly failed: number;
}

/**
 * Makes calls at a steady rate, whether earlier ones have been answered or not, until the signal aborts, and waits for their answers.
 * `call` gets the number of the call and tells whether it succeeded.
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
