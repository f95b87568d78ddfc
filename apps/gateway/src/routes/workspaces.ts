import type { CallLimits, Workspace } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import {
  listQuerySchema,
  newWorkspaceSchema,
  type WorkspaceBody,
  type WorkspaceLimitsBody,
  workspaceChangeSchema,
} from '@connectory/openapi';
import { Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { authenticate, authenticateAdmin } from '../http/authenticate.ts';
import { readBodyAs, readQueryAs } from '../http/read-input.ts';
import { sendJson } from '../http/send-json.ts';

/** `/api/v1/workspaces`: the admin sees, creates and limits all, a token sees its own. */
export function workspaceRoutes({ controlPlane }: GatewayServices): Router {
  const router = Router();
  router.get('/api/v1/workspaces', async (request, response) => {
    const principal = await authenticate(controlPlane, request);
    const page = readQueryAs(request, listQuerySchema);
    if (principal.kind === 'token') {
      const own = await controlPlane.workspaces.find(principal.workspaceId);
      sendJson(request, response, 200, { data: own === null ? [] : [toBody(own)], meta: { next_cursor: null } });
      return;
    }
    const { items, nextCursor } = await controlPlane.workspaces.list(page);
    sendJson(request, response, 200, { data: items.map(toBody), meta: { next_cursor: nextCursor } });
  });
  router.post('/api/v1/workspaces', async (request, response) => {
    await authenticateAdmin(controlPlane, request);
    const { name } = await readBodyAs(request, newWorkspaceSchema);
    sendJson(request, response, 201, toBody(await controlPlane.workspaces.create(name)));
  });
  router.patch('/api/v1/workspaces/:workspace', async (request, response) => {
    await authenticateAdmin(controlPlane, request);
    const { limits } = await readBodyAs(request, workspaceChangeSchema);
    const workspace = await controlPlane.workspaces.find(request.params.workspace);
    if (workspace === null) throw new GatewayError('not_found', 'There is no such workspace. List the workspaces.');
    sendJson(request, response, 200, toBody(await controlPlane.workspaces.setLimits(workspace.id, fromBody(limits))));
  });
  return router;
}

function fromBody({
  calls_per_minute: callsPerMinute,
  calls_per_day: callsPerDay,
  running_calls: runningCalls,
}: WorkspaceLimitsBody): CallLimits {
  return {
    ...(callsPerMinute !== undefined && { callsPerMinute }),
    ...(callsPerDay !== undefined && { callsPerDay }),
    ...(runningCalls !== undefined && { runningCalls }),
  };
}

const toBody = ({ id, name, createdAt, limits }: Workspace): WorkspaceBody => ({
  id,
  name,
  created_at: createdAt,
  limits: {
    calls_per_minute: limits.callsPerMinute,
    calls_per_day: limits.callsPerDay,
    running_calls: limits.runningCalls,
  },
});
