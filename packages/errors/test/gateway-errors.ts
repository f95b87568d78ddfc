import { GatewayError } from '../src/errors.ts';

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
