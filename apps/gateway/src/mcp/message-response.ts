import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError } from '@connectory/errors';
import { endsWaiting, HttpTools } from '@connectory/mcp-server';
import type { Logger } from 'pino';
import { cutWhenUnread } from '../http/connection-lifecycle.ts';
import { describeException } from '../telemetry/logger.ts';
import { type CallingRequest, GatewayCalls, type ToolParts } from './gateway-calls.ts';

const tools = new HttpTools();

/**
 * Responds to one message of the Model Context Protocol; resolves when its work has ended, which may be after its client has gone.
 * `refusal` is the reason why it may not run now: tools return it as their result, other messages throw it. Messages that only end
 * something that waits are never refused. Throws `malformed_request` for a response without a pending question.
 */
export async function responseMessage(
  services: ToolParts & { readonly logger: Logger },
  request: IncomingMessage,
  response: ServerResponse,
  message: unknown,
  caller: CallingRequest,
  refusal: GatewayError | undefined,
): Promise<void> {
  if (refusal !== undefined && !isToolCall(message) && !endsWaiting(message)) throw refusal;
  const { principal, requestId } = caller;
  const headers = { 'x-request-id': requestId, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const callsUntil = (signal: AbortSignal) =>
    refusal === undefined ? new GatewayCalls(services, { ...caller, signal }) : refusing(refusal);
  const onFault = (error: unknown) =>
    services.logger.error({ request_id: requestId, error: describeException(error) }, 'unexpected failure of a tool');
  const taken = await tools.response(request, response, message, {
    owner: principal.tokenId,
    callsUntil,
    gone: caller.signal,
    requestId,
    onFault,
  });
  cutWhenUnread(response);
  if (taken) return;
  throw new GatewayError(
    'malformed_request',
    'There is no open question for this reply: it was already answered, expired, or belongs to another process.',
  );
}

const isToolCall = (message: unknown) => (message as { readonly method?: unknown } | null)?.method === 'tools/call';

/** Calls that all fail with the same error. */
function refusing(refusal: GatewayError): GatewayCalls {
  return new Proxy({} as GatewayCalls, { get: () => () => Promise.reject(refusal) });
}
