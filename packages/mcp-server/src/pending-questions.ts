import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage, JSONRPCRequest, JSONRPCResponse } from '@modelcontextprotocol/server';

interface Question {
  /** The token that was asked. */
  readonly owner: string;
  readonly take: (reply: JSONRPCResponse) => void;
}

/**
 * The questions that clients have been asked over HTTP and not answered yet. Their replies arrive with other requests, so that each
 * question gets an ID that nobody can guess, and is answered only by the token on whose behalf it was asked.
 */
export class PendingQuestions {
  readonly #byId = new Map<string, Question>();

  /** Number of unanswered questions. */
  get size(): number {
    return this.#byId.size;
  }

  /** Returns the message with an ID of its own; `take` gets its reply until `forget` is called with that ID. */
  open(message: JSONRPCRequest, owner: string, take: (reply: JSONRPCMessage) => void): JSONRPCRequest & { id: string } {
    const id = randomUUID();
    this.#byId.set(id, { owner, take: (reply) => take({ ...reply, id: message.id }) });
    return { ...message, id };
  }

  /** Passes on a reply. Returns false if its owner was not asked. */
  take(reply: JSONRPCResponse, owner: string): boolean {
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
