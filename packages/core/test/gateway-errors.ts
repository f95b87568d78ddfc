import { GatewayError } from '@connectory/errors';

/** The `GatewayError` that work ends with; fails when it ends otherwise. */
export async function gatewayErrorOf(work: unknown): Promise<GatewayError> {
  const outcome: unknown = await Promise.resolve(work).then(
    () => new Error('expected a failure'),
    (error: unknown) => error,
  );
  if (GatewayError.is(outcome)) return outcome;
  throw outcome;
}

/** The `GatewayError` that a function throws; fails when it throws anything else or nothing. */
export function gatewayErrorIn(work: () => unknown): GatewayError {
  try {
    work();
  } catch (error) {
    if (GatewayError.is(error)) return error;
    throw error;
  }
  throw new Error('expected a failure');
}
