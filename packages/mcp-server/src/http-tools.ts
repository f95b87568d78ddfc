import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMcpHandler,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCResponse,
  type RequestId,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Calls } from './calls.ts';
import { CancellableCalls } from './cancellable-calls.ts';
import {
  asks,
  type Cancellation,
  endsWaiting,
  isCancellation,
  isOfSession,
  isReply,
  isToolCall,
  newSession,
  type SentMessages,
  sessionHeader,
  sessionOf,
} from './messages.ts';
import { PendingQuestions } from './pending-questions.ts';
import type { Questions } from './questions.ts';
import { createToolServer } from './tool-server.ts';
import { sendWebResponse, webRequest } from './web-exchange.ts';

/** The sender of messages, and the dependencies of their tools. */
export interface HttpCaller {
  /** ID of the token: only the same token can answer its questions and cancel its calls. */
  readonly owner: string;
  /** Returns the calls of the request with that ID; `signal` aborts when its caller cancels it or is gone. */
  readonly callsUntil: (signal: AbortSignal, id: RequestId) => Calls;
  /** Aborts when the client has gone, also while its response waits behind an earlier one on the same connection. */
  readonly gone: AbortSignal;
  /** Request ID in the gateway's log. */
  readonly requestId: string;
  /** The questions of this token whose replies come with another call. */
  readonly questions: Questions;
  readonly onError: (error: unknown) => void;
}

/**
 * The tools over Streamable HTTP, without sessions in memory: each request has its own server. Since revision 2026-07-28, a question to the
 * user ends the call, and any process takes the call that repeats it with the reply. Before, a question is sent as an event in the response to
 * the call; the user's reply and a cancellation of the call arrive with other requests, which must reach the same process.
 */
export class HttpTools {
  readonly #questions = new PendingQuestions();
  readonly #calls = new CancellableCalls();

  /** Number of unanswered questions. */
  get waiting(): number {
    return this.#questions.size;
  }

  /**
   * Handles the messages of a request; resolves when their work has ended, which may be after their client has gone. Returns false, without
   * a response, if there is only a reply to no pending question.
   */
  async response(
    request: IncomingMessage,
    response: ServerResponse,
    sent: SentMessages,
    caller: HttpCaller,
  ): Promise<boolean> {
    if (!isOfSession(request, sent)) {
      await this.#respondOnce(request, response, sent, caller);
      return true;
    }
    const { messages, isBatch } = sent;
    const session = sessionOf(request);
    const endings = messages.filter(endsWaiting);
    const taken = endings.map((message) => this.#conclude(message, caller.owner, session));
    if (endings.length === messages.length) {
      if (!taken.includes(true)) return false;
      response.writeHead(202).end();
      return true;
    }
    for (const id of messages.map(newSession)) if (id !== undefined) response.setHeader(sessionHeader, id);
    const rest = messages.filter((message) => !endsWaiting(message));
    await this.#respond(request, response, { messages: rest, isBatch }, caller);
    return true;
  }

  /** Passes on a reply to its question or a cancellation to its call. Returns false for a reply to no pending question. */
  #conclude(message: JSONRPCResponse | Cancellation, owner: string, session: string): boolean {
    if (isReply(message)) return this.#questions.take(message, owner);
    const { requestId: id } = message.params;
    if (id !== undefined) this.#calls.cancel({ owner, session, id });
    return true;
  }

  /** Responds to a message that needs no other one. */
  async #respondOnce(
    request: IncomingMessage,
    response: ServerResponse,
    { messages: [message] }: SentMessages,
    { callsUntil, gone, requestId, questions, onError }: HttpCaller,
  ): Promise<void> {
    const work: Promise<unknown>[] = [];
    const onCall = (running: Promise<unknown>) => work.push(running);
    const make = () => createToolServer({ callsUntil, requestId, questions, canAsk: () => false, onCall, onError });
    // Nothing that could be subscribed to changes.
    const handler = createMcpHandler(make, { legacy: 'reject', maxSubscriptions: 0 });
    const ended = new AbortController();
    const closed = untilClosed(response, gone).then(() => ended.abort());
    const exchange = handler.fetch(webRequest(request, ended.signal), { parsedBody: message });
    await Promise.race([exchange.then((result) => sendWebResponse(result, response)), closed]);
    await Promise.allSettled(work);
  }

  async #respond(
    request: IncomingMessage,
    response: ServerResponse,
    { messages, isBatch }: SentMessages,
    { owner, callsUntil, gone, requestId, questions, onError }: HttpCaller,
  ): Promise<void> {
    const session = sessionOf(request);
    const requests = messages.filter(isJSONRPCRequest);
    const calls = new Map(
      requests.filter(isToolCall).map(({ id }) => [id, this.#calls.begin({ owner, session, id })] as const),
    );
    const canAsk = calls.size > 0 && asks(session);
    // The library would respond to a batch of one request with its bare response.
    const isList = requests.length > 1;
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !canAsk && isList === isBatch,
    });
    const cancelled = (id: RequestId) => calls.get(id)?.signal;
    const work: Promise<unknown>[] = [];
    const server = createToolServer({
      callsUntil,
      requestId,
      questions,
      canAsk: () => canAsk,
      cancelled,
      onCall: (running) => work.push(running),
      onError,
    });
    const forgetQuestions = this.#follow(transport, owner, (reply) => {
      // The others of a batch still need their response, which is complete only with all.
      if (isBatch || reply.id === undefined || cancelled(reply.id)?.aborted !== true) return true;
      (response.headersSent ? response : response.writeHead(202)).end();
      return false;
    });
    const closed = untilClosed(response, gone).then(() => {
      forgetQuestions();
      server.close().catch(onError);
    });
    await server.connect(transport);
    const exchange = transport.handleRequest(webRequest(request), { parsedBody: isBatch ? messages : messages[0] });
    // A response that nobody waits for any more is never complete.
    await Promise.race([exchange.then((result) => sendWebResponse(result, response)), closed]);
    await Promise.allSettled(work);
    for (const { end } of calls.values()) end();
  }

  /**
   * Gives the questions of a transport their own IDs, and sends only the replies that `isSent` accepts. Returns a function that forgets the
   * questions.
   */
  #follow(transport: Transport, owner: string, isSent: (reply: JSONRPCResponse) => boolean): () => void {
    const questions = new Map<unknown, string>();
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      if (isReply(message)) return isSent(message) ? send(message, options) : undefined;
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
