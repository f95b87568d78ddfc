// Search threads load this file, so it must not import the query builder.
import { type UnavailableReason, unavailableReason } from '@connectory/database/database-unavailable';
import { GatewayError } from '@connectory/errors';

/** Returns the error for a copy whose file cannot be used: `database_unavailable`, with what to do. Other errors are returned unchanged. */
export function copyFailure(thrown: unknown, connectionId: string): unknown {
  const reason = GatewayError.is(thrown) ? null : unavailableReason(thrown);
  if (reason === null) return thrown;
  const message = `The copy of this connection ${explanations[reason](`context-store/${connectionId}.sqlite`)}`;
  return new GatewayError('database_unavailable', message, {
    retryAfterSeconds: reason === 'damaged' ? 300 : 30,
    retryable: reason !== 'damaged',
    cause: thrown,
  });
}

const disk = (file: string) =>
  `cannot be used, because the disk of the gateway fails at ${file} in its data directory. The log has the cause.`;

const explanations: Readonly<Record<UnavailableReason, (file: string) => string>> = {
  away: disk,
  failing: disk,
  locked: (file) =>
    `is locked by another process. Stop the program that uses ${file} in the data directory of the gateway.`,
  full: () => 'cannot be written, because the disk of the gateway is full. Ask its operator to free space.',
  read_only: (file) => `cannot be written. Make ${file} in the data directory writable for the gateway.`,
  damaged: (file) =>
    `is damaged. Stop the gateway and delete ${file} in its data directory; everything is then read again.`,
};
