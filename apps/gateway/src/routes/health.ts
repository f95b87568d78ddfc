import { type RequestHandler, Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { requestIdOf } from '../http/request-id.ts';
import { sendJson } from '../http/send-json.ts';

/** `/healthz`, `/readyz`, `/metrics` and `/openapi.json`: open to everybody who can reach the gateway. */
export function healthRoutes(services: GatewayServices): Router {
  const { metrics, document } = services;
  const router = Router();
  router.get('/healthz', (request, response) => sendJson(request, response, 200, { status: 'ok' }));
  router.get('/readyz', readiness(services));
  router.get('/openapi.json', (request, response) => sendJson(request, response, 200, document));
  router.get('/metrics', async (request, response) => {
    response.setHeader('content-type', metrics.contentType);
    response.setHeader('x-request-id', requestIdOf(request));
    response.end(await metrics.text());
  });
  return router;
}

function readiness({ controlPlane, isClosing }: GatewayServices): RequestHandler {
  const reasonNotReady = async () => {
    if (isClosing()) return 'shutting_down';
    try {
      await controlPlane.workspaces.list({ limit: 1 });
      return null;
    } catch {
      return 'database_unavailable';
    }
  };
  return async (request, response) => {
    const reason = await reasonNotReady();
    sendJson(request, response, reason === null ? 200 : 503, {
      status: reason === null ? 'ready' : 'not_ready',
      reason,
    });
  };
}
