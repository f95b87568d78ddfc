import type { Executor } from '@connectory/core';
import { writeExactly } from '@connectory/exact-json';
import type { Router } from 'express';
import { type AccessParts, requireToken } from '../http/authenticate.ts';
import { watchCaller, whenClosed } from '../http/connection-lifecycle.ts';
import type { RunningCalls } from '../http/limits.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { requestIdOf, viaOf } from '../http/request.ts';
import { sendJsonText } from '../http/respond.ts';
import { sqlOperations } from './operations.ts';

/** Dependencies of the route of SQL. */
export interface SqlParts {
  readonly controlPlane: AccessParts;
  readonly executor: Executor;
  readonly runningCalls: RunningCalls;
}

/** `POST /api/v1/workspaces/{workspace}/sql`: one statement over the copies of a workspace. */
export function sqlRoutes({ controlPlane, executor, runningCalls }: SqlParts): Router {
  const routes = new OperationRouter(controlPlane);
  routes.jsonOrStream(sqlOperations.runSql, async ({ principal: caller, request, response, body }) => {
    const principal = requireToken(caller);
    const { signal } = watchCaller(request, response);
    runningCalls.begin(principal);
    whenClosed(request, response, () => runningCalls.end(principal));
    const call = { principal, statement: await body(), requestId: requestIdOf(request), via: viaOf(request), signal };
    const { json, meta } = await executor.runSql(call);
    const rest = `,"meta":${writeExactly(meta)}}`;
    sendJsonText(request, response, 200, [Buffer.from('{"data":'), json, Buffer.from(rest)]);
    return undefined;
  });
  return routes.router;
}
