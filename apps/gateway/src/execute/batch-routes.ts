import type { ControlPlane } from '@connectory/control-plane';
import { batchParallelism, beginBatch, type Executor } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { batchRequestSchema } from '@connectory/errors/validation';
import type { Router } from 'express';
import { type AccessParts, authenticateToken } from '../http/authenticate.ts';
import { readBodyAs } from '../http/body.ts';
import { watchCaller, whenClosed } from '../http/connection-lifecycle.ts';
import type { CallLimiter, RunningCalls } from '../http/limits.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { requestIdOf, viaOf } from '../http/request.ts';
import { executeOperations } from './operations.ts';
import { wantsStream } from './stream-records.ts';
import { BatchWriter } from './write-batch.ts';

/** Dependencies of the route of batches. */
export interface BatchRouteParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'idempotency'>;
  readonly executor: Executor;
  readonly runningCalls: RunningCalls;
  readonly callLimiter: CallLimiter;
  readonly isClosing: () => boolean;
}

/** `POST /api/v1/integrations/connectors/{connector_id}/batch`: up to 1,000 calls of one connection. */
export function batchRoutes(services: BatchRouteParts): Router {
  const { controlPlane, runningCalls, callLimiter, isClosing } = services;
  const routes = new OperationRouter(controlPlane);
  routes.raw(executeOperations.batch, async (request, response) => {
    const principal = await authenticateToken(controlPlane, request);
    const { signal } = watchCaller(request, response);
    runningCalls.begin(principal);
    let more = 0;
    try {
      const body = await readBodyAs(request, batchRequestSchema);
      const workers = body.order === 'sequential' ? 1 : Math.min(batchParallelism, body.calls.length);
      more = runningCalls.beginMore(principal, workers - 1);
      const key = request.headers['idempotency-key'];
      const batch = await beginBatch(services, {
        principal,
        connectionId: String(request.params.connector_id),
        body,
        requestId: requestIdOf(request),
        via: viaOf(request),
        signal,
        parallelism: 1 + more,
        ...(typeof key === 'string' && { idempotencyKey: key }),
        admit: async () => {
          const current = await authenticateToken(controlPlane, request);
          await callLimiter.count(current, unheaded);
          return current;
        },
        requireOpen: () => {
          if (isClosing()) throw shuttingDown();
        },
      });
      const writer = new BatchWriter(request, response, wantsStream(request));
      writer.end(await batch.run((item) => writer.take(item)));
    } finally {
      for (; more > 0; more--) runningCalls.end(principal);
      whenClosed(request, response, () => runningCalls.end(principal));
    }
  });
  return routes.router;
}

// The headers of the response have been sent when later calls are counted.
const unheaded = { setHeader: () => unheaded as never };

const shuttingDown = () =>
  new GatewayError(
    'shutting_down',
    'This process is shutting down. Send the batch again with the same Idempotency-Key to continue.',
    { retryAfterSeconds: 1 },
  );
