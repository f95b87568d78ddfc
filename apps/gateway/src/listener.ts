import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { toGatewayError } from '@connectory/core';
import { AgentCalls } from './agent-sdk/agent-calls.ts';
import { createApplication } from './application.ts';
import type { ActionAddress } from './execute/action-address.ts';
import { ExecuteHandler } from './execute/execute-handler.ts';
import type { GatewayServices } from './gateway-services.ts';
import { answerError } from './http/answer-error.ts';
import { refuseWhenClosing } from './http/refuse-when-closing.ts';
import { logRequest } from './http/request-log.ts';
import { requireUsableRequest } from './http/require-usable-request.ts';
import { traceRequest } from './telemetry/trace-request.ts';

const executeRoute = '/api/v1/integrations/connectors/{connector_id}/execute';
const actionRoute = `${executeRoute}/{entity}/{action}`;
const dryRunRoute = `${actionRoute}/dry-run`;
const executePath =
  /^\/api\/v1\/integrations\/connectors\/([\w-]{1,64})\/execute(?:\/(\w{1,100})\/(\w{1,100})(\/dry-run)?)?(?:\?|$)/;

/**
 * The request listener of the gateway. Execute calls go straight to their handler (spec/decisions: execute stands in front of Express),
 * everything else through the Express application.
 */
export function createListener(services: GatewayServices): RequestListener {
  const { controlPlane, logger, registry, tracer, isClosing } = services;
  const application = createApplication(services);
  const handler = new ExecuteHandler(services, new AgentCalls(controlPlane, registry));

  const execute = async (
    request: IncomingMessage,
    response: ServerResponse,
    connectorId: string,
    address: ActionAddress | undefined,
  ) => {
    logRequest(logger, request, response, () => routeOf(address));
    const span = tracer && traceRequest(tracer, 'execute', request, response);
    try {
      refuseWhenClosing(isClosing, response);
      await handler.handle(request, response, connectorId, address, span);
    } catch (error) {
      span?.tell({ code: toGatewayError(error).code });
      answerError(logger, request, response, error);
    }
  };

  return (request, response) => {
    try {
      requireUsableRequest(request);
    } catch (error) {
      logRequest(logger, request, response, () => 'none');
      answerError(logger, request, response, error);
      return;
    }
    const found = request.method === 'POST' ? executePath.exec(request.url ?? '') : null;
    const [, connectorId, entity, action, dryRun] = found ?? [];
    if (connectorId === undefined) application(request, response);
    else if (entity === undefined || action === undefined) void execute(request, response, connectorId, undefined);
    else void execute(request, response, connectorId, { entity, action, isDryRun: dryRun !== undefined });
  };
}

function routeOf(address: ActionAddress | undefined): string {
  if (address === undefined) return executeRoute;
  return address.isDryRun ? dryRunRoute : actionRoute;
}
