import type { IncomingMessage } from 'node:http';
import type { TokenPrincipal } from '@connectory/control-plane';
import { type BatchRequest, parallelismOf } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { type AccessParts, authenticateToken } from '../http/authenticate.ts';
import type { CallLimiter, RunningCalls } from '../http/limits.ts';

/** Dependencies of access to batches. */
export interface BatchAccessParts {
  readonly controlPlane: AccessParts;
  readonly runningCalls: RunningCalls;
  readonly callLimiter: CallLimiter;
  readonly isClosing: () => boolean;
}

/** What the calls of the batches of one request may use. */
export interface BatchAccess {
  /** Runs work with as many calls at a time as others leave, at most as many as a batch has. */
  withParallelism<Result>(
    body: BatchRequest['body'],
    work: (access: Pick<BatchRequest, 'parallelism' | 'admit' | 'requireOpen'>) => Promise<Result>,
  ): Promise<Result>;
}

/** The access of an authenticated request, whose first call has been counted. */
export function batchAccess(
  { controlPlane, runningCalls, callLimiter, isClosing }: BatchAccessParts,
  request: IncomingMessage,
  principal: TokenPrincipal,
): BatchAccess {
  const admit = async () => {
    const current = await authenticateToken(controlPlane, request);
    await callLimiter.count(current, unheaded);
    return current;
  };
  const requireOpen = () => {
    if (isClosing()) throw shuttingDown();
  };
  return {
    withParallelism: async (body, work) => {
      let more = runningCalls.beginMore(principal, parallelismOf(body) - 1);
      try {
        return await work({ parallelism: 1 + more, admit, requireOpen });
      } finally {
        for (; more > 0; more--) runningCalls.end(principal);
      }
    },
  };
}

// The headers of the response have been sent when later calls are counted.
const unheaded = { setHeader: () => unheaded as never };

const shuttingDown = () =>
  new GatewayError(
    'shutting_down',
    'This process is shutting down. Send the batch again with the same Idempotency-Key to continue.',
    { retryAfterSeconds: 1 },
  );
