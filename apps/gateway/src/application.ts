import type { ServerResponse } from 'node:http';
import { GatewayError } from '@connectory/connector-sdk';
import { toGatewayError } from '@connectory/core';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ExecuteHandler } from './execute/execute-handler.ts';
import type { GatewayServices } from './gateway-services.ts';
import { requestIdOf } from './http/request-id.ts';
import { sendProblem } from './http/send-json.ts';
import { unknownRoute } from './http/unknown-route.ts';
import { auditRoutes } from './routes/audit.ts';
import { connectionRoutes } from './routes/connections.ts';
import { connectorRoutes } from './routes/connectors.ts';
import { healthRoutes } from './routes/health.ts';
import { integrationRoutes } from './routes/integrations.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { workspaceRoutes } from './routes/workspaces.ts';

/** Path of the one endpoint that runs every action (contract: Endpoints). */
export const executePath = '/api/v1/integrations/connectors/:connectorId/execute';

const openPaths = new Set(['/healthz', '/readyz', '/metrics', '/openapi.json']);

/** Puts all routes together. The execute route stands first because it carries nearly all traffic. */
export function createApplication(services: GatewayServices): Express {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.set('query parser', 'simple');
  application.use(logRequest(services.logger));
  application.use(refuseWhenClosing(services));
  const execute = new ExecuteHandler(services.controlPlane, services.executor);
  application.post(executePath, (request, response) => execute.handle(request, response, request.params.connectorId));
  for (const routes of [
    healthRoutes,
    connectorRoutes,
    integrationRoutes,
    workspaceRoutes,
    connectionRoutes,
    tokenRoutes,
    auditRoutes,
  ]) {
    application.use(routes(services));
  }
  application.use(unknownRoute(services.document));
  application.use(answerError(services.logger));
  return application;
}

function logRequest(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.on('finish', () => {
      logger.info({
        request_id: requestIdOf(request),
        method: request.method,
        route: (request.route as { path?: string } | undefined)?.path ?? 'none',
        status: response.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
      });
    });
    next();
  };
}

// Requests that arrive on kept connections after the shutdown began would only prolong it.
function refuseWhenClosing({ isClosing }: GatewayServices): RequestHandler {
  return ({ path }, response, next) => {
    if (isClosing() && !openPaths.has(path)) {
      response.setHeader('connection', 'close');
      throw new GatewayError('shutting_down', 'This process is shutting down. Send the request again.', {
        retryAfterSeconds: 1,
      });
    }
    next();
  };
}

function answerError(logger: Logger): ErrorRequestHandler {
  return (thrown: unknown, request: Request, response: ServerResponse, _next) => {
    const error = toGatewayError(asClientError(thrown));
    if (error.code === 'internal')
      logger.error({ request_id: requestIdOf(request), error: describe(error.cause) }, 'unexpected failure');
    sendProblem(request, response, error);
  };
}

// Express throws errors of its own for paths that cannot be decoded.
function asClientError(thrown: unknown): unknown {
  if (thrown instanceof URIError)
    return new GatewayError('malformed_request', 'The path is not correctly percent-encoded.');
  return thrown;
}

function describe(cause: unknown): { readonly name: string; readonly message: string; readonly stack?: string } {
  if (!(cause instanceof Error)) return { name: 'thrown', message: typeof cause };
  return { name: cause.name, message: cause.message, ...(cause.stack !== undefined && { stack: cause.stack }) };
}
