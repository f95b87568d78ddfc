import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ControlPlane, TokenPrincipal } from '@connectory/control-plane';
import { type CallSpan, type Tracer, toGatewayError } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import type { BrowserOrigins } from '../connect/browser-origins.ts';
import { authenticateToken } from '../http/authenticate.ts';
import { readJsonBody } from '../http/body.ts';
import { watchCaller, whenClosed } from '../http/connection-lifecycle.ts';
import type { CallLimiter, RunningCalls } from '../http/limits.ts';
import { requestIdOf } from '../http/request.ts';
import { sendJson } from '../http/respond.ts';
import { tracedAuthentication, traceRequest } from '../telemetry/trace-request.ts';
import type { ToolParts } from './gateway-calls.ts';
import { challenge, comesFromOwnPage, metadataPaths, resourceMetadata, toolsPath } from './own-address.ts';

/** Dependencies of the endpoint for agents. */
export interface McpParts extends ToolParts {
  readonly controlPlane: Pick<ControlPlane, 'connections' | 'tokens'>;
  readonly origins: BrowserOrigins;
  readonly logger: Logger;
  /** Traces calls; undefined unless traces are sent to a collector. */
  readonly tracer: Tracer | undefined;
  readonly runningCalls: RunningCalls;
  readonly callLimiter: CallLimiter;
}

/** `/mcp`: the tools of agents over Streamable HTTP, and the metadata that clients need to get access. */
export function mcpRoutes(services: McpParts): Router {
  const publicOrigin = services.origins.publicOrigin;
  const router = Router();
  const metadata: RequestHandler = (request, response, next) => {
    const body = resourceMetadata(request, publicOrigin);
    if (body === undefined) next();
    else sendJson(request, response, 200, body);
  };
  for (const path of metadataPaths) router.get(path, metadata);

  router.post(toolsPath, async (request, response) => {
    const span = services.tracer && traceRequest(services.tracer, 'mcp', request, response);
    try {
      await reply(request, response, span);
    } catch (error) {
      span?.tell({ code: toGatewayError(error).code });
      throw error;
    }
  });

  const reply = async (request: IncomingMessage, response: ServerResponse, span: CallSpan | undefined) => {
    requireOwnPage(request, publicOrigin);
    const authenticate = () => authenticateWithChallenge(services, request, response);
    const principal = await (span === undefined ? authenticate() : tracedAuthentication(span, authenticate));
    const refusal = await admit(services, principal, request, response);
    const message = await readJsonBody(request);
    // One message is one call for the limits, the log and the waiting client; newer versions of the protocol have no batches.
    if (Array.isArray(message))
      throw new GatewayError('malformed_request', 'Send one message per request, not a batch.');
    if (refusal !== undefined && !isToolCall(message)) throw refusal;
    // Most gateways serve no agents, and the protocol library takes time to load.
    const { responseMessage } = await import('./message-response.ts');
    const caller = { principal, requestId: requestIdOf(request), ...watchCaller(request, response), span };
    await responseMessage(services, request, response, message, caller, refusal);
  };

  router.all(toolsPath, (_request, response) => {
    response.setHeader('allow', 'POST');
    throw new GatewayError(
      'method_not_allowed',
      `${toolsPath} supports only POST: there are no sessions to end and no stream to open.`,
    );
  });
  return router;
}

function requireOwnPage(request: IncomingMessage, publicOrigin: string | undefined): void {
  if (comesFromOwnPage(request, publicOrigin)) return;
  throw new GatewayError(
    'forbidden',
    'Pages of other origins may not use the tools. Remove the Origin header, or set CONNECTORY_PUBLIC_URL.',
  );
}

async function authenticateWithChallenge(
  { controlPlane, origins }: McpParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<TokenPrincipal> {
  try {
    return await authenticateToken(controlPlane, request);
  } catch (error) {
    if (GatewayError.is(error, 'unauthenticated'))
      response.setHeader('www-authenticate', challenge(request, origins?.publicOrigin));
    throw error;
  }
}

/** Counts the call, like execute, until its response is closed. Returns the error if it may not run. */
async function admit(
  services: McpParts,
  principal: TokenPrincipal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<GatewayError | undefined> {
  const { runningCalls, callLimiter } = services;
  try {
    runningCalls.begin(principal);
    whenClosed(request, response, () => runningCalls.end(principal));
    await callLimiter.count(principal, response);
    return undefined;
  } catch (error) {
    if (GatewayError.is(error)) return error;
    throw error;
  }
}

const isToolCall = (message: unknown) => (message as { readonly method?: unknown } | null)?.method === 'tools/call';
