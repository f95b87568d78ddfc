import type { ControlPlane } from '@connectory/control-plane';
import { type ContextCopy, type FindRequest, type FoundRecords, RecordFinder, type Registry } from '@connectory/core';
import type { Router } from 'express';
import { type AccessParts, requireToken } from '../http/authenticate.ts';
import { watchCaller } from '../http/connection-lifecycle.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { requestIdOf, viaOf } from '../http/request.ts';
import { requireHosted } from '../syncs/require-hosted.ts';
import { findOperations } from './operations.ts';

/** Dependencies of finding records. */
export interface FindParts {
  readonly controlPlane: Pick<ControlPlane, 'audit' | 'connections' | 'workspaces'>;
  readonly registry: Registry;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
}

/** Finds records by words. Throws like `RecordFinder.find`, and `hosted_mode_required`. */
export function findRecords({ copy, ...parts }: FindParts, request: FindRequest): Promise<FoundRecords> {
  return new RecordFinder({ ...parts, copy: requireHosted(copy) }).find(request);
}

/** `/api/v1/workspaces/{workspace}/search`: records of all connections by words. */
export function findRoutes(services: FindParts & { readonly controlPlane: AccessParts }): Router {
  const routes = new OperationRouter(services.controlPlane);
  routes.json(findOperations.findRecords, async ({ principal, request, response, body }) => {
    const { signal } = watchCaller(request, response);
    const { records, meta } = await findRecords(services, {
      principal: requireToken(principal),
      requestId: requestIdOf(request),
      via: viaOf(request),
      signal,
      ...(await body()),
    });
    return {
      data: records.map(({ key, ...record }) => ({ ...record, key: [...key] })),
      meta: { ...meta, searched: [...meta.searched], skipped: [...meta.skipped] },
    };
  });
  return routes.router;
}
