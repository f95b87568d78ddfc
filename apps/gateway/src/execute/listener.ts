import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Tracer, toGatewayError } from '@connectory/core';
import type { Logger } from 'pino';
import { logRequest, refuseWhenClosing, requireUsableRequest } from '../http/request.ts';
import { responseError } from '../http/respond.ts';
import { traceRequest } from '../telemetry/trace-request.ts';
import { type ActionAddress, ExecuteHandler, type ExecuteParts } from './execute-handler.ts';

const executeRoute = '/api/v1/integrations/connectors/{connector_id}/execute';
const actionRoute = `${executeRoute}/{entity}/{action}`;
const dryRunRoute = `${actionRoute}/dry-run`;
const executePath =
  /^\/api\/v1\/integrations\/connectors\/([\w-]{1,64})\/execute(?:\/(\w{1,100})\/(\w{1,100})(\/dry-run)?)?(?:\?|$)/;

interface ListenerParts extends ExecuteParts {
  readonly logger: Logger;
  readonly tracer: Tracer | undefined;
  readonly isClosing: () => boolean;
}

/**
 * The request listener of the gateway. Execute calls go straight to their handler (spec/decisions: execute stands in front of Express),
 * everything else to the Express application. `prepare` runs before each request.
 */
export function createListener(
  { logger, tracer, isClosing, ...parts }: ListenerParts,
  application: RequestListener,
  prepare: (request: IncomingMessage) => void,
): RequestListener {
  const handler = new ExecuteHandler(parts);

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
      responseError(logger, request, response, error);
    }
  };

  return (request, response) => {
    prepare(request);
    try {
      requireUsableRequest(request);
    } catch (error) {
      logRequest(logger, request, response, () => 'none');
      responseError(logger, request, response, error);
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
