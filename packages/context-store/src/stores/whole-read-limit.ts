import { GatewayError } from '@connectory/errors';

/** Works with a signal that aborts after some seconds with `search_timeout`, or with one of the signals. */
export async function untilTooLong<Result>(
  seconds: number,
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLong(seconds)), seconds * 1000);
  try {
    return await work(AbortSignal.any([late.signal, ...signals.filter((signal) => signal !== undefined)]));
  } finally {
    clearTimeout(timer);
  }
}

function tooLong(seconds: number): GatewayError {
  return new GatewayError(
    'search_timeout',
    `Reading all records of the copy was stopped after ${seconds} s. Try again when the gateway has less to do.`,
  );
}
