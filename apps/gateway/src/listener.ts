import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createApplication } from './application.ts';
import { ExecuteHandler } from './execute/execute-handler.ts';
import type { GatewayServices } from './gateway-services.ts';
import { answerError } from './http/answer-error.ts';
import { refuseWhenClosing } from './http/refuse-when-closing.ts';
import { logRequest } from './http/request-log.ts';
import { requireUsableRequest } from './http/require-usable-request.ts';

const executeRoute = '/api/v1/integrations/connectors/{connector_id}/execute';
const executePath = /^\/api\/v1\/integrations\/connectors\/([\w-]{1,64})\/execute(?:\?|$)/;

/**
 * The request listener of the gateway. Execute calls go straight to their handler (spec/decisions: execute stands in front of
 * Express), everything else through the Express application.
 */
export function createListener(services: GatewayServices): RequestListener {
  const { controlPlane, executor, logger, isClosing } = services;
  const application = createApplication(services);
  const handler = new ExecuteHandler(controlPlane, executor);

  const execute = async (request: IncomingMessage, response: ServerResponse, connectorId: string) => {
    logRequest(logger, request, response, () => executeRoute);
    try {
      refuseWhenClosing(isClosing, response);
      await handler.handle(request, response, connectorId);
    } catch (error) {
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
    const connectorId = request.method === 'POST' ? executePath.exec(request.url ?? '')?.[1] : undefined;
    if (connectorId === undefined) application(request, response);
    else void execute(request, response, connectorId);
  };
}
