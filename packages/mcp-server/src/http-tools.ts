import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  InitializeRequestSchema,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
} from '@modelcontextprotocol/sdk/types.js';
import type { Calls } from './calls.ts';
import { createToolServer } from './tool-server.ts';

/** The sender of a message, and the dependencies of its tools. */
export interface HttpCaller {
  /** ID of the token: only the same token can answer its questions. */
  readonly owner: string;
  readonly calls: Calls;
  /** Request ID in the gateway's log. */
  readonly requestId: string;
  readonly onError: (error: unknown) => void;
}

const sessionHeader = 'mcp-session-id';
// Sessions are stateless: their ID encodes the client's capabilities, so every process understands it, even after a restart.
const asking = 'asks-';

/**
 * The tools over Streamable HTTP, without sessions in memory: each message has its own server. A question to the user is sent as an event
 * in the response to the call; the user's answer arrives with another request, which must reach the same process.
 */
export class HttpTools {
  readonly #questions = new PendingQuestions();

  /** Number of unanswered questions. */
  get waiting(): number {
    return this.#questions.size;
  }

  /** Handles one parsed message. Returns false, without a response, for a reply to no pending question. */
  async response(
    request: IncomingMessage,
    response: ServerResponse,
    message: unknown,
    { owner, calls, requestId, onError }: HttpCaller,
  ): Promise<boolean> {
    if (isReply(message)) {
      if (!this.takeResponse(message, owner)) return false;
      response.writeHead(202).end();
      return true;
    }
    if (declaresQuestions(message)) response.setHeader(sessionHeader, `${asking}${randomUUID()}`);
    const canAsk = isToolCall(message) && String(request.headers[sessionHeader] ?? '').startsWith(asking);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: !canAsk });
    const server = createToolServer({ calls, requestId, canAsk: () => canAsk, onError });
    const forgetQuestions = canAsk ? this.#rememberQuestions(transport as Transport, owner) : undefined;
    response.once('close', () => {
      forgetQuestions?.();
      server.close().catch(onError);
    });
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response, message);
    return true;
  }

  /** Passes a token's reply to its question. Returns false if no question is pending. */
  takeResponse(message: unknown, owner: string): boolean {
    return isReply(message) && this.#questions.response(message, owner);
  }

  /** Gives the questions of a transport their own IDs. Returns a function that forgets them. */
  #rememberQuestions(transport: Transport, owner: string): () => void {
    const ids: string[] = [];
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (!isJSONRPCRequest(message)) return send(message, options);
      const question = this.#questions.open(message, owner, (reply: JSONRPCMessage) => transport.onmessage?.(reply));
      ids.push(question.id);
      return send(question, options);
    };
    return () => {
      for (const id of ids) this.#questions.forget(id);
    };
  }
}

const isReply = (message: unknown): message is JSONRPCResponse =>
  isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);

const isToolCall = (message: unknown) => isJSONRPCRequest(message) && message.method === 'tools/call';

function declaresQuestions(message: unknown): boolean {
  const { data } = InitializeRequestSchema.safeParse(message);
  return data?.params.capabilities.elicitation?.form !== undefined;
}

interface Question {
  /** The token that was asked. */
  readonly owner: string;
  readonly take: (reply: JSONRPCResponse) => void;
}

/**
 * The questions that clients have been asked over HTTP and not answered yet. Their answers arrive with other requests, so that each
 * question gets an id nobody can guess, and is answered only by the token it was asked on behalf of.
 */
class PendingQuestions {
  readonly #byId = new Map<string, Question>();

  /** How many wait. */
  get size(): number {
    return this.#byId.size;
  }

  /** The message with an id of its own, which `answer` knows until `forget` is called with it. */
  open(message: JSONRPCRequest, owner: string, take: (reply: JSONRPCMessage) => void): JSONRPCRequest & { id: string } {
    const id = randomUUID();
    this.#byId.set(id, { owner, take: (reply) => take({ ...reply, id: message.id }) });
    return { ...message, id };
  }

  /** Passes on a reply. Returns false if its owner is not waiting for one. */
  response(reply: JSONRPCResponse, owner: string): boolean {
    const id = String(reply.id);
    const question = this.#byId.get(id);
    if (question === undefined || question.owner !== owner) return false;
    this.#byId.delete(id);
    question.take(reply);
    return true;
  }

  forget(id: string): void {
    this.#byId.delete(id);
  }
}
