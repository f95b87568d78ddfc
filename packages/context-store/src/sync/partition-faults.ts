import { GatewayError } from '@connectory/errors';

/** The error of a listing that does not end; `how` continues "The listing". */
export function endless(how: string): GatewayError {
  return new GatewayError(
    'upstream_unavailable',
    `The listing ${how}. It was not read to its end, so none of its records are removed.`,
  );
}

/** The fault of a partition with records that cannot be kept. */
export function withoutKey(count: number): GatewayError {
  const what = count === 1 ? 'One record has no usable key' : `${count} records have no usable key`;
  return new GatewayError(
    'upstream_unavailable',
    `${what} and could not be stored; none of the other records are removed.`,
  );
}
