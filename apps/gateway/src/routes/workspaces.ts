import type { Workspace } from '@connectory/control-plane';
import { listQuerySchema, newWorkspaceSchema, type WorkspaceBody } from '@connectory/openapi';
import { Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { authenticate, authenticateAdmin } from '../http/authenticate.ts';
import { readBodyAs, readQueryAs } from '../http/read-input.ts';
import { sendJson } from '../http/send-json.ts';

/** `/api/v1/workspaces`: the admin sees and creates all, a token sees its own. */
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
  return router;
}

const toBody = ({ id, name, createdAt }: Workspace): WorkspaceBody => ({ id, name, created_at: createdAt });
