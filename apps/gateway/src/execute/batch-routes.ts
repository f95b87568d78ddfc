import type { ControlPlane } from '@connectory/control-plane';
import { beginBatch, type Executor } from '@connectory/core';
import { batchRequestSchema } from '@connectory/errors/validation';
import type { Router } from 'express';
import { type HeldLinkParts, heldLink } from '../held/held-link.ts';
import { type AccessParts, authenticateToken } from '../http/authenticate.ts';
import { readBodyAs } from '../http/body.ts';
import { watchCaller, whenClosed } from '../http/connection-lifecycle.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { requestIdOf, viaOf } from '../http/request.ts';
import { type BatchAccessParts, batchAccess } from './batch-access.ts';
import { executeOperations } from './operations.ts';
import { wantsStream } from './stream-records.ts';
import { BatchWriter } from './write-batch.ts';

/** Dependencies of the route of batches. */
export interface BatchRouteParts extends BatchAccessParts, HeldLinkParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'heldWrites' | 'idempotency'>;
  readonly executor: Executor;
}

/** `POST /api/v1/integrations/connectors/{connector_id}/batch`: up to 1,000 calls of one connection. */
export function batchRoutes(services: BatchRouteParts): Router {
  const { controlPlane, runningCalls } = services;
  const routes = new OperationRouter(controlPlane);
  routes.raw(executeOperations.batch, async (request, response) => {
    const principal = await authenticateToken(controlPlane, request);
    const { signal } = watchCaller(request, response);
    runningCalls.begin(principal);
    try {
      const body = await readBodyAs(request, batchRequestSchema);
      const key = request.headers['idempotency-key'];
      await batchAccess(services, request, principal).withParallelism(body, async (access) => {
        const batch = await beginBatch(services, {
          principal,
          connectionId: String(request.params.connector_id),
          body,
          requestId: requestIdOf(request),
          via: viaOf(request),
          signal,
          ...(typeof key === 'string' && { idempotencyKey: key }),
          ...access,
        });
        const writer = new BatchWriter(request, response, wantsStream(request), (held) =>
          heldLink(services, request, held),
        );
        writer.end(await batch.run((item) => writer.take(item)));
      });
    } finally {
      whenClosed(request, response, () => runningCalls.end(principal));
    }
  });
  return routes.router;
}
