import { GatewayError } from '@connectory/errors';
import { ExchangeError } from './exchange-error.ts';
import { exchangeFailure, type FailureContext } from './failure.ts';
import type { UpstreamCall, UpstreamStep } from './upstream-call.ts';

/** Runs a step of a call and reports how it ended, if the call is observed. */
export function asStep<Result>(
  { onStep }: UpstreamCall,
  step: UpstreamStep,
  attempt: number,
  context: FailureContext,
  work: () => Promise<Result>,
): Promise<Result> {
  return onStep === undefined ? work() : followed(onStep(step, attempt), context, work);
}

async function followed<Result>(
  ended: ReturnType<NonNullable<UpstreamCall['onStep']>>,
  context: FailureContext,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    ended(hasStatus(result) ? { status: result.status } : {});
    return result;
  } catch (thrown) {
    const failure = thrown instanceof ExchangeError ? exchangeFailure(context, thrown) : thrown;
    ended(
      GatewayError.is(failure)
        ? { code: failure.code, ...(failure.upstream !== undefined && { status: failure.upstream.status }) }
        : { code: 'internal' },
    );
    throw thrown;
  }
}

const hasStatus = (result: unknown): result is { readonly status: number } =>
  typeof result === 'object' && result !== null && 'status' in result && typeof result.status === 'number';
