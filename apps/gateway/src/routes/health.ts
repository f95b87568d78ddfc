import { serviceOperations } from '@connectory/openapi';
import type { RequestHandler, Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { authorizeMetrics } from '../http/authorize-metrics.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { requestIdOf } from '../http/request-id.ts';
import { sendJson } from '../http/send-json.ts';

/** `/healthz`, `/readyz` and `/openapi.json`, open to everybody who can reach the gateway, and `/metrics`. */
export function healthRoutes(services: GatewayServices): Router {
  const { controlPlane, metrics, metricsToken, document, processes } = services;
  const { getHealth, getReadiness, getOpenApiDocument, getMetrics } = serviceOperations;
  const routes = new OperationRouter(controlPlane);
  routes.json(getHealth, () => ({ status: 'ok' as const }));
  routes.raw(getReadiness, readiness(services));
  routes.raw(getOpenApiDocument, (request, response) => sendJson(request, response, 200, document()));
  routes.raw(getMetrics, async (request, response) => {
    authorizeMetrics(request, metricsToken);
    response.setHeader('content-type', metrics.contentType);
    response.setHeader('x-request-id', requestIdOf(request));
    response.end(await (processes === undefined ? metrics.text() : processes.metricsText()));
  });
  return routes.router;
}

function readiness({ readiness, sunsets, isClosing, processes }: GatewayServices): RequestHandler {
  return async (request, response) => {
    const reason = isClosing() ? 'shutting_down' : await (processes ?? readiness).reason();
    sendJson(request, response, reason === null ? 200 : 503, {
      status: reason === null ? 'ready' : 'not_ready',
      reason,
      upstreams: sunsets(),
    });
  };
}
