import { GatewayError } from '@connectory/errors';

/** The fault of a listing that does not end; `how` goes on from "The listing". */
export function endless(how: string): GatewayError {
  return new GatewayError(
    'upstream_unavailable',
    `The listing ${how}. Its end was not reached; nothing of it is removed.`,
  );
}

/** The fault of a partition with records that cannot be kept. */
export function withoutKey(count: number): GatewayError {
  const what = count === 1 ? 'One record came without a usable key' : `${count} records came without a usable key`;
  return new GatewayError('upstream_unavailable', `${what} and could not be kept; nothing of it is removed.`);
}
