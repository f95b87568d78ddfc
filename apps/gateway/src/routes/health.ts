import { serviceOperations } from '@connectory/openapi';
import type { RequestHandler, Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { authorizeMetrics } from '../http/authorize-metrics.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { requestIdOf } from '../http/request.ts';
import { sendJson } from '../http/respond.ts';

/** `/healthz`, `/readyz` and `/openapi.json`, open to everybody who can reach the gateway, and `/metrics`. */
export function healthRoutes(services: GatewayServices): Router {
  const { controlPlane, metrics, metricsToken, document } = services;
  const { getHealth, getReadiness, getOpenApiDocument, getMetrics } = serviceOperations;
  const routes = new OperationRouter(controlPlane);
  routes.json(getHealth, () => ({ status: 'ok' as const }));
  routes.raw(getReadiness, readiness(services));
  routes.raw(getOpenApiDocument, (request, response) => sendJson(request, response, 200, document()));
  routes.raw(getMetrics, async (request, response) => {
    authorizeMetrics(request, metricsToken);
    response.setHeader('content-type', metrics.contentType);
    response.setHeader('x-request-id', requestIdOf(request));
    response.end(await metrics.text());
  });
  return routes.router;
}

function readiness({ readiness, sunsets, isClosing }: GatewayServices): RequestHandler {
  return async (request, response) => {
    const reason = isClosing() ? 'shutting_down' : await readiness.reason();
    sendJson(request, response, reason === null ? 200 : 503, {
      status: reason === null ? 'ready' : 'not_ready',
      reason,
      upstreams: sunsets(),
    });
  };
}
