import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CancelledNotificationSchema,
  InitializeRequestSchema,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
} from '@modelcontextprotocol/sdk/types.js';
import type { Calls } from './calls.ts';
import { CancellableCalls } from './cancellable-calls.ts';
import { PendingQuestions } from './pending-questions.ts';
import { createToolServer } from './tool-server.ts';

/** The sender of a message, and the dependencies of its tools. */
export interface HttpCaller {
  /** ID of the token: only the same token can answer its questions and cancel its calls. */
  readonly owner: string;
  /** Returns the calls of a tool; `signal` aborts when its caller cancels it or is gone. */
  readonly callsUntil: (signal: AbortSignal) => Calls;
  /** Aborts when the client has gone, also while its response waits behind an earlier one on the same connection. */
  readonly gone: AbortSignal;
  /** Request ID in the gateway's log. */
  readonly requestId: string;
  readonly onFault: (error: unknown) => void;
}

const sessionHeader = 'mcp-session-id';
// Sessions are stateless: their ID encodes the client's capabilities, so every process understands it, even after a restart.
const asking = 'asks-';
const plain = 'plain-';

/**
 * The tools over Streamable HTTP, without sessions in memory: each message has its own server. A question to the user is sent as an event
 * in the response to the call. The user's reply and a cancellation of the call arrive with other requests, which must reach the same process.
 */
export class HttpTools {
  readonly #questions = new PendingQuestions();
  readonly #calls = new CancellableCalls();

  /** Number of unanswered questions. */
  get waiting(): number {
    return this.#questions.size;
  }

  /**
   * Handles one parsed message; resolves when its work has ended, which may be after its client has gone. Returns false, without a
   * response, for a reply to no pending question.
   */
  async response(
    request: IncomingMessage,
    response: ServerResponse,
    message: unknown,
    caller: HttpCaller,
  ): Promise<boolean> {
    const session = String(request.headers[sessionHeader] ?? '');
    if (isReply(message) || isCancellation(message)) {
      if (!this.#conclude(message, caller.owner, session)) return false;
      response.writeHead(202).end();
      return true;
    }
    const asks = sessionOf(message);
    if (asks !== undefined) response.setHeader(sessionHeader, `${asks}${randomUUID()}`);
    await this.#respond(request, response, message, caller, session);
    return true;
  }

  /** Passes on a reply to its question or a cancellation to its call. Returns false for a reply to no pending question. */
  #conclude(message: JSONRPCResponse | Cancellation, owner: string, session: string): boolean {
    if (isReply(message)) return this.#questions.take(message, owner);
    const { requestId: id } = message.params;
    if (id !== undefined) this.#calls.cancel({ owner, session, id });
    return true;
  }

  async #respond(
    request: IncomingMessage,
    response: ServerResponse,
    message: unknown,
    { owner, callsUntil, gone, requestId, onFault }: HttpCaller,
    session: string,
  ): Promise<void> {
    const call = isToolCall(message) ? this.#calls.begin({ owner, session, id: message.id }) : undefined;
    const canAsk = call !== undefined && session.startsWith(asking);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: !canAsk });
    const work: Promise<unknown>[] = [];
    const server = createToolServer({
      callsUntil,
      requestId,
      canAsk: () => canAsk,
      cancelled: call?.signal,
      onCall: (running) => work.push(running),
      onFault,
    });
    const forgetQuestions = this.#follow(transport as Transport, response, owner, call?.signal);
    const closed = untilClosed(response, gone).then(() => {
      forgetQuestions();
      server.close().catch(onFault);
    });
    await server.connect(transport as Transport);
    // A response that nobody waits for any more is never complete.
    await Promise.race([transport.handleRequest(request, response, message), closed]);
    await Promise.allSettled(work);
    call?.end();
  }

  /**
   * Gives the questions of a transport their own IDs, and sends no result of a cancelled call. Returns a function that forgets the
   * questions.
   */
  #follow(
    transport: Transport,
    response: ServerResponse,
    owner: string,
    cancelled: AbortSignal | undefined,
  ): () => void {
    const questions = new Map<unknown, string>();
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      if (isReply(message)) {
        if (cancelled?.aborted !== true) return send(message, options);
        (response.headersSent ? response : response.writeHead(202)).end();
        return;
      }
      if (isJSONRPCRequest(message)) {
        const question = this.#questions.open(message, owner, (reply: JSONRPCMessage) => transport.onmessage?.(reply));
        questions.set(message.id, question.id);
        return send(question, options);
      }
      if (!isCancellation(message)) return send(message, options);
      const id = questions.get(message.params.requestId) ?? '';
      this.#questions.forget(id);
      return send({ ...message, params: { ...message.params, requestId: id } }, options);
    };
    return () => {
      for (const id of questions.values()) this.#questions.forget(id);
    };
  }
}

function untilClosed(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted) resolve();
    response.once('close', resolve);
    gone.addEventListener('abort', () => resolve(), { once: true });
  });
}

interface Cancellation {
  readonly jsonrpc: '2.0';
  readonly method: 'notifications/cancelled';
  readonly params: { readonly requestId?: string | number | undefined };
}

/** Whether a message only ends something that waits: a reply to a question, or a cancellation. */
export const endsWaiting = (message: unknown): boolean => isReply(message) || isCancellation(message);

const isReply = (message: unknown): message is JSONRPCResponse =>
  isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);

const isCancellation = (message: unknown): message is Cancellation =>
  CancelledNotificationSchema.safeParse(message).success;

const isToolCall = (message: unknown): message is JSONRPCRequest =>
  isJSONRPCRequest(message) && message.method === 'tools/call';

/** How the session begins that a message asks for; undefined if it asks for none. */
function sessionOf(message: unknown): string | undefined {
  const { data } = InitializeRequestSchema.safeParse(message);
  if (data === undefined) return undefined;
  return data.params.capabilities.elicitation?.form === undefined ? plain : asking;
}
