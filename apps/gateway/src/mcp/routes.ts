import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ControlPlane, TokenPrincipal } from '@connectory/control-plane';
import { type CallSpan, type Tracer, toGatewayError } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import type { BrowserOrigins } from '../connect/browser-origins.ts';
import { type BatchAccessParts, batchAccess } from '../execute/batch-access.ts';
import { heldLink } from '../held/held-link.ts';
import { type AccessParts, authenticateBearer, requireToken } from '../http/authenticate.ts';
import { readJsonBody } from '../http/body.ts';
import { watchCaller, whenClosed } from '../http/connection-lifecycle.ts';
import { requestIdOf } from '../http/request.ts';
import { sendJson } from '../http/respond.ts';
import { tracedAuthentication, traceRequest } from '../telemetry/trace-request.ts';
import { type AccountLinkParts, accountLinks } from './account-links.ts';
import type { CallingRequest, ToolParts } from './gateway-calls.ts';
import { presentAsParseError } from './json-rpc-problem.ts';
import { challenge, comesFromOwnPage, metadataPaths, resourceMetadata, toolsPath } from './own-address.ts';

/** Dependencies of the endpoint for agents. */
export interface McpParts extends ToolParts, BatchAccessParts, AccountLinkParts {
  readonly controlPlane: AccessParts &
    AccountLinkParts['controlPlane'] &
    Pick<ControlPlane, 'confirmations' | 'connections' | 'heldWrites' | 'idempotency'>;
  readonly origins: BrowserOrigins;
  readonly logger: Logger;
  /** Traces calls; undefined unless traces are sent to a collector. */
  readonly tracer: Tracer | undefined;
}

/** `/mcp`: the tools of agents over Streamable HTTP, and the metadata that clients need to get access. */
export function mcpRoutes(services: McpParts): Router {
  const publicOrigin = services.origins.publicOrigin;
  const router = Router();
  const metadata: RequestHandler = (request, response, next) => {
    const body = resourceMetadata(request, publicOrigin);
    if (body === undefined) return next();
    // Clients that run in pages read it too.
    response.setHeader('access-control-allow-origin', '*');
    sendJson(request, response, 200, body);
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
    const calls = new AdmittedCalls(services, principal, response);
    const batches = batchAccess(services, request, principal);
    const linkTo: CallingRequest['linkTo'] = (held) => heldLink(services, request, held);
    const caller = {
      principal,
      requestId: requestIdOf(request),
      ...watchCaller(request, response),
      span,
      batches,
      linkTo,
      accounts: accountLinks(services, request, principal),
    };
    try {
      // The first call of a request counts before its body is read, which takes memory.
      const first = await calls.admit();
      const body = await readMessages(request);
      // Most gateways serve no agents, and the protocol library takes time to load.
      const { responseMessages } = await import('./message-response.ts');
      const admit = async (position: number) => (position === 0 ? first : calls.admit());
      await responseMessages(services, request, response, body, caller, admit);
    } finally {
      // A call ends when its work has ended and its response has been sent or the client has disconnected.
      whenClosed(request, response, () => calls.end());
    }
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

async function readMessages(request: IncomingMessage): Promise<unknown> {
  try {
    return await readJsonBody(request);
  } catch (error) {
    if (GatewayError.is(error, 'malformed_request')) presentAsParseError(request);
    throw error;
  }
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
    // A page could not be told from an agent by a cookie.
    return requireToken(await authenticateBearer(controlPlane, request));
  } catch (error) {
    if (GatewayError.is(error, 'unauthenticated'))
      response.setHeader('www-authenticate', challenge(request, origins?.publicOrigin));
    throw error;
  }
}

/** The calls of one request that count towards the limits until `end`, like those of execute. */
class AdmittedCalls {
  readonly #services: Pick<McpParts, 'runningCalls' | 'callLimiter'>;
  readonly #principal: TokenPrincipal;
  readonly #response: ServerResponse;
  #running = 0;

  constructor(
    services: Pick<McpParts, 'runningCalls' | 'callLimiter'>,
    principal: TokenPrincipal,
    response: ServerResponse,
  ) {
    this.#services = services;
    this.#principal = principal;
    this.#response = response;
  }

  /** Counts one more call. Returns the error if it may not run. */
  async admit(): Promise<GatewayError | undefined> {
    try {
      this.#services.runningCalls.begin(this.#principal);
      this.#running++;
      await this.#services.callLimiter.count(this.#principal, this.#response);
      return undefined;
    } catch (error) {
      if (GatewayError.is(error)) return error;
      throw error;
    }
  }

  end(): void {
    for (; this.#running > 0; this.#running--) this.#services.runningCalls.end(this.#principal);
  }
}
