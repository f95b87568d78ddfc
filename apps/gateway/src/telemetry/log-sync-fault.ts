import type { ContextCopyParts } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { Logger } from 'pino';
import { describeException } from './describe-exception.ts';

/** Logs failures of synchronizations: documented ones by code, as warnings; unexpected ones with their stack. */
export function logSyncFaults(logger: Logger): ContextCopyParts['onFault'] {
  return (error, connectionId, entity) => {
    const about = { connection_id: connectionId, entity };
    if (GatewayError.is(error) && error.code !== 'internal') {
      const { code, upstream } = error;
      // Problems of the database are for the operator.
      const advice = code === 'database_unavailable' ? error.message : undefined;
      logger.warn({ ...about, code, upstream_status: upstream?.status, advice }, 'synchronization paused');
      return;
    }
    const cause = GatewayError.is(error) ? (error.cause ?? error) : error;
    logger.error({ ...about, error: describeException(cause) }, 'synchronization failed unexpectedly');
  };
}
