import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@connectory/errors';
import {
  type ClientCapabilities,
  classifyInboundRequest,
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  isSpecType,
  type JSONRPCRequest,
  type JSONRPCResponse,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';

/** The messages in the body of a request. */
export interface SentMessages {
  readonly messages: readonly unknown[];
  /** Whether they came as a list, also of one. */
  readonly isBatch: boolean;
}

// The only version of the protocol with batches, and the one of a request that names none.
const versionWithBatches = '2025-03-26';
const maxBatch = 20;

/** The messages in a parsed body. Throws `malformed_request` for a batch that the version of the protocol or the limits do not allow. */
export function messagesOf(request: IncomingMessage, body: unknown): SentMessages {
  if (!Array.isArray(body)) return { messages: [body], isBatch: false };
  const version = String(request.headers['mcp-protocol-version'] ?? versionOf(sessionOf(request)));
  if (version !== versionWithBatches) {
    throw malformed(
      `Send one message per request: version ${version.slice(0, 20)} of the protocol has no batches, only ${versionWithBatches} has.`,
    );
  }
  if (body.length === 0 || body.length > maxBatch) throw malformed(`A batch has 1 to ${maxBatch} messages.`);
  const requests = body.filter(isJSONRPCRequest);
  if (requests.some(({ method }) => method === 'initialize')) throw malformed('A batch cannot contain initialize.');
  if (new Set(requests.map(({ id }) => id)).size < requests.length)
    throw malformed('Two requests of a batch have the same id.');
  return { messages: body, isBatch: true };
}

const malformed = (message: string) => new GatewayError('malformed_request', message);

/**
 * Whether a message keeps to the revisions that open with `initialize`; the later ones say with each message who sends it and what the
 * client can do.
 */
export function isOfSession({ headers }: IncomingMessage, { messages, isBatch }: SentMessages): boolean {
  if (isBatch) return true;
  const version = headers['mcp-protocol-version']?.toString();
  const [body] = messages;
  const named = version === undefined ? {} : { protocolVersionHeader: version };
  return classifyInboundRequest({ httpMethod: 'POST', ...named, body }).kind === 'legacy';
}

/** The header with the ID of a session. */
export const sessionHeader = 'mcp-session-id';

// Sessions are stateless: their ID encodes what the client can do, so every process understands it, even after a restart.
const asking = 'asks';

/** The ID of the session of a request; empty for none. */
export const sessionOf = (request: IncomingMessage): string => String(request.headers[sessionHeader] ?? '');

/** Whether the client of a session can ask its user. */
export const asks = (session: string): boolean => session.startsWith(`${asking}-`);

/** Whether a client can ask its user to confirm something; one that names no form of asking can show forms. */
export const canConfirm = ({ elicitation }: ClientCapabilities): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);

const versionOf = (session: string) => /-(\d{4}-\d\d-\d\d)-/.exec(session)?.[1] ?? versionWithBatches;

/** The ID of the session that a message asks for; undefined if it asks for none. */
export function newSession(message: unknown): string | undefined {
  if (!isInitializeRequest(message)) return undefined;
  const { capabilities, protocolVersion } = message.params;
  const version = SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion) ? protocolVersion : LATEST_PROTOCOL_VERSION;
  return `${canConfirm(capabilities) ? asking : 'plain'}-${version}-${randomUUID()}`;
}

/** The notification that cancels a request. */
export interface Cancellation {
  readonly jsonrpc: '2.0';
  readonly method: 'notifications/cancelled';
  readonly params: { readonly requestId?: string | number | undefined };
}

/** Whether a message only ends something that waits: a reply to a question, or a cancellation. */
export const endsWaiting = (message: unknown): message is JSONRPCResponse | Cancellation =>
  isReply(message) || isCancellation(message);

/** Whether a message is a response of JSON-RPC. */
export const isReply = (message: unknown): message is JSONRPCResponse =>
  isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);

/** Whether a message cancels a request. */
export const isCancellation = (message: unknown): message is Cancellation => isSpecType.CancelledNotification(message);

/** Whether a message calls a tool. */
export const isToolCall = (message: unknown): message is JSONRPCRequest =>
  isJSONRPCRequest(message) && message.method === 'tools/call';
