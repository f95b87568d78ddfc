import { actionSearchQuerySchema } from '@connectory/openapi';
import { Router } from 'express';
import { findActions } from '../discovery/find-actions.ts';
import type { GatewayServices } from '../gateway-services.ts';
import { authenticate } from '../http/authenticate.ts';
import { readQueryAs } from '../http/read-input.ts';
import { sendJson } from '../http/send-json.ts';

/** `GET /api/v1/actions`: actions by what one wants to do, without what the token's policy forbids. */
export function actionRoutes(services: GatewayServices): Router {
  const router = Router();
  router.get('/api/v1/actions', async (request, response) => {
    const principal = await authenticate(services.controlPlane, request);
    const query = readQueryAs(request, actionSearchQuerySchema);
    sendJson(request, response, 200, await findActions(services, principal, query));
  });
  return router;
}
