import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { OpenApiDocument } from '@connectory/openapi';
import type { RequestHandler, Router } from 'express';
import type { AccessParts } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { requestIdOf } from '../http/request.ts';
import { sendJson } from '../http/respond.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { serviceOperations } from './operations.ts';
import type { Readiness } from './readiness.ts';
import type { UpstreamSunsetBody } from './schemas.ts';

/** Dependencies of the routes about the process. */
export interface HealthParts {
  readonly controlPlane: AccessParts;
  readonly metrics: Metrics;
  /** Token that `/metrics` requires, if set. */
  readonly metricsToken: Secret | undefined;
  /** The document served at `/openapi.json`. */
  readonly document: () => OpenApiDocument;
  readonly readiness: Readiness;
  /** Upstream API versions of connectors that are about to end. */
  readonly sunsets: () => readonly UpstreamSunsetBody[];
  /** Whether the process has begun to shut down. */
  readonly isClosing: () => boolean;
}

/** `/healthz`, `/readyz` and `/openapi.json`, open to everybody who can reach the gateway, and `/metrics`. */
export function healthRoutes(services: HealthParts): Router {
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

function readiness({ readiness, sunsets, isClosing }: HealthParts): RequestHandler {
  return async (request, response) => {
    const reason = isClosing() ? 'shutting_down' : await readiness.reason();
    sendJson(request, response, reason === null ? 200 : 503, {
      status: reason === null ? 'ready' : 'not_ready',
      reason,
      upstreams: sunsets(),
    });
  };
}

/**
 * Authorizes a request for the metrics: with a configured token, any request that sends it; otherwise only programs on this machine that
 * connect directly. Throws `unauthenticated` and `forbidden`.
 */
function authorizeMetrics({ headers, socket }: IncomingMessage, token: Secret | undefined): void {
  if (token !== undefined) {
    if (isSame(headers.authorization ?? '', `Bearer ${token.reveal()}`)) return;
    throw new GatewayError(
      'unauthenticated',
      'The metrics require "Authorization: Bearer" with the token of CONNECTORY_METRICS_TOKEN.',
    );
  }
  // A proxy on this machine forwards requests of others.
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  if (!isPassedOn && isLoopback(socket.remoteAddress ?? '') && ownHost.test(headers.host ?? '')) return;
  throw new GatewayError(
    'forbidden',
    'The metrics can only be read on the machine of the gateway. Set CONNECTORY_METRICS_TOKEN to allow other machines.',
  );
}

// A page of another origin can have its name resolve to this machine, but the browser still sends that name.
const ownHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

const isLoopback = (address: string) => /^(?:::ffff:)?127\.|^::1$/.test(address);

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
