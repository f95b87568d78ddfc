import { createHash } from 'node:crypto';
import type { Reply } from './reply.ts';
import { RequestFault } from './request-fault.ts';

const mostKeys = 10_000;

/** The responses to writes with the vendor's idempotency key; the newest 10,000 are kept. */
export class IdempotentReplies {
  readonly #stored = new Map<string, { readonly request: string; readonly reply: Reply }>();

  /** The stored response for a key. Throws a `RequestFault` (400) if the key was used for another request. */
  find(key: string, request: string): Reply | undefined {
    const stored = this.#stored.get(key);
    if (stored === undefined) return undefined;
    if (stored.request === fingerprint(request)) return stored.reply;
    throw new RequestFault(400, 'upstream_rejected', 'The idempotency key was used for a different request.');
  }

  /** Stores the response to a request. */
  store(key: string, request: string, reply: Reply): void {
    this.#stored.set(key, { request: fingerprint(request), reply });
    const [oldest] = this.#stored.keys();
    if (this.#stored.size > mostKeys && oldest !== undefined) this.#stored.delete(oldest);
  }
}

const fingerprint = (request: string) => createHash('sha256').update(request).digest('base64');
