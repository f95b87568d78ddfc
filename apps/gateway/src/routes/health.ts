import type { ReadinessBody } from '@connectory/openapi';
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

function readiness({ controlPlane, copy, sunsets, isClosing }: GatewayServices): RequestHandler {
  const fails = (check: () => Promise<unknown> | undefined) =>
    Promise.resolve(check()).then(
      () => false,
      () => true,
    );
  const reasonNotReady = async (): Promise<ReadinessBody['reason']> => {
    if (isClosing()) return 'shutting_down';
    if (await fails(() => controlPlane.workspaces.list({ limit: 1 }))) return 'database_unavailable';
    return (await fails(() => copy?.ping())) ? 'context_store_unavailable' : null;
  };
  return async (request, response) => {
    const reason = await reasonNotReady();
    sendJson(request, response, reason === null ? 200 : 503, {
      status: reason === null ? 'ready' : 'not_ready',
      reason,
      upstreams: sunsets(),
    });
  };
}
