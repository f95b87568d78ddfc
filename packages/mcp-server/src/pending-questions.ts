import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage, JSONRPCRequest, JSONRPCResponse } from '@modelcontextprotocol/sdk/types.js';

interface Question {
  /** The token that was asked. */
  readonly owner: string;
  readonly take: (answer: JSONRPCResponse) => void;
}

/**
 * The questions that clients have been asked over HTTP and not answered yet. Their answers arrive with other requests, so that each
 * question gets an id nobody can guess, and is answered only by the token it was asked on behalf of.
 */
export class PendingQuestions {
  readonly #byId = new Map<string, Question>();

  /** How many wait. */
  get size(): number {
    return this.#byId.size;
  }

  /** The message with an id of its own, which `answer` knows until `forget` is called with it. */
  open(
    message: JSONRPCRequest,
    owner: string,
    take: (answer: JSONRPCMessage) => void,
  ): JSONRPCRequest & { id: string } {
    const id = randomUUID();
    this.#byId.set(id, { owner, take: (answer) => take({ ...answer, id: message.id }) });
    return { ...message, id };
  }

  /** Passes on a reply. Returns false if its owner is not waiting for one. */
  answer(answer: JSONRPCResponse, owner: string): boolean {
    const id = String(answer.id);
    const question = this.#byId.get(id);
    if (question === undefined || question.owner !== owner) return false;
    this.#byId.delete(id);
    question.take(answer);
    return true;
  }

  forget(id: string): void {
    this.#byId.delete(id);
  }
}
