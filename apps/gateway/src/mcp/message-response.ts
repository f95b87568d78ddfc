import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError } from '@connectory/errors';
import { HttpTools } from '@connectory/mcp-server';
import type { Logger } from 'pino';
import { cutWhenUnread } from '../http/connection-lifecycle.ts';
import { describeException } from '../telemetry/logger.ts';
import { type CallingRequest, GatewayCalls, type ToolParts } from './gateway-calls.ts';

const tools = new HttpTools();

/**
 * Responds to one message of the Model Context Protocol. `refusal` is the reason why the call may not run now; tools return it as their
 * result. Throws `malformed_request` for a response without a pending question.
 */
export async function responseMessage(
  services: ToolParts & { readonly logger: Logger },
  request: IncomingMessage,
  response: ServerResponse,
  message: unknown,
  caller: CallingRequest,
  refusal: GatewayError | undefined,
): Promise<void> {
  const { principal, requestId } = caller;
  const headers = { 'x-request-id': requestId, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const calls = refusal === undefined ? new GatewayCalls(services, caller) : refusing(refusal);
  const onError = (error: unknown) =>
    services.logger.error({ request_id: requestId, error: describeException(error) }, 'unexpected failure of a tool');
  const taken = await tools.response(request, response, message, {
    owner: principal.tokenId,
    calls,
    requestId,
    onError,
  });
  cutWhenUnread(response);
  if (taken) return;
  throw new GatewayError(
    'malformed_request',
    'There is no open question for this reply: it was already answered, expired, or belongs to another process.',
  );
}

/** Calls that all fail with the same error. */
function refusing(refusal: GatewayError): GatewayCalls {
  return new Proxy({} as GatewayCalls, { get: () => () => Promise.reject(refusal) });
}
