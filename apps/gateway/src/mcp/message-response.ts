import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError } from '@connectory/errors';
import { endsWaiting, HttpTools, isToolCall, messagesOf, type Questions } from '@connectory/mcp-server';
import type { Logger } from 'pino';
import { cutWhenUnread } from '../http/connection-lifecycle.ts';
import { describeException } from '../telemetry/logger.ts';
import { type CallingRequest, GatewayCalls, type ToolParts } from './gateway-calls.ts';

const tools = new HttpTools();

/**
 * Responds to the messages of the Model Context Protocol in a body; resolves when their work has ended, which may be after their client has
 * gone. `admit` counts each message and returns the reason why it may not run now: tools return it as their result, other messages
 * throw it. Messages that only end something that waits are never refused. Throws `malformed_request` for a batch that is not allowed, and
 * for a response without a pending question.
 */
export async function responseMessages(
  services: ToolParts & { readonly logger: Logger },
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  caller: CallingRequest,
  admit: (position: number) => Promise<GatewayError | undefined>,
): Promise<void> {
  const sent = messagesOf(request, body);
  const refusals = new Map<unknown, GatewayError>();
  for (const [position, message] of sent.messages.entries()) {
    const refusal = await admit(position);
    if (refusal === undefined || endsWaiting(message)) continue;
    if (!isToolCall(message)) throw refusal;
    refusals.set(message.id, refusal);
  }
  const { principal, requestId } = caller;
  const headers = { 'x-request-id': requestId, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const callsUntil = (signal: AbortSignal, id: unknown) => {
    const refusal = refusals.get(id);
    return refusal === undefined ? new GatewayCalls(services, { ...caller, signal }) : refusing(refusal);
  };
  const { confirmations } = services.controlPlane;
  const questions: Questions = {
    open: async (subject) => confirmations.open(principal, subject),
    take: (state, subject) => confirmations.take(principal, state, subject),
  };
  const onError = (error: unknown) =>
    services.logger.error({ request_id: requestId, error: describeException(error) }, 'unexpected failure of a tool');
  const taken = await tools.response(request, response, sent, {
    owner: principal.tokenId,
    callsUntil,
    questions,
    gone: caller.signal,
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
