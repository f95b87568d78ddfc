import { GatewayError } from '@connectory/errors';
import { Agent, Pool } from 'undici';
import type { EgressGuard } from './egress-guard.ts';

/** A message to a receiver: headers in addition to those of HTTP itself, and JSON text. */
export interface WebhookMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends messages to receivers that people have named. */
export interface WebhookSender {
  /**
   * Sends a message and returns the status of the response; the body is ignored. Redirects are not followed. Throws the errors of the
   * guard, and an error with the reason if there is no response. A name without an address and one with a private address have the same
   * error.
   */
  send(url: URL, message: WebhookMessage, signal: AbortSignal): Promise<number>;
  /** Breaks everything off. */
  close(): Promise<void>;
}

const connectTimeout = 5_000;
const responseTimeout = 15_000;

/**
 * Makes a sender whose every address the guard approves. Its callers limit how many messages are sent at once: with a limit per origin, those
 * to a slow path of it would hold back those to other paths, which may be of somebody else.
 */
export function createWebhookSender(guard: EgressGuard): WebhookSender {
  const agent = new Agent({
    factory: (origin, options) =>
      new Pool(origin, { ...options, connect: { timeout: connectTimeout, lookup: guard.lookupFor(new URL(origin)) } }),
    headersTimeout: responseTimeout,
    bodyTimeout: responseTimeout,
    keepAliveTimeout: 10_000,
    pipelining: 1,
  });
  return {
    async send(url, { headers, body }, signal) {
      guard.check(url, 'receiver');
      const { statusCode, body: response } = await agent
        .request({
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Connectory' },
          body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(responseTimeout)]),
        })
        .catch((error: unknown) => {
          throw isUnresolved(error) ? noAddress(url.hostname, error) : error;
        });
      // The rest of the response is ignored.
      response.on('error', () => {}).destroy();
      return statusCode;
    },
    close: () => agent.destroy(),
  };
}

const isUnresolved = (error: unknown) =>
  GatewayError.is(error, 'address_not_allowed') || (error as { readonly syscall?: unknown }).syscall === 'getaddrinfo';

// Different errors would let people find out which names exist in the gateway's network.
const noAddress = (host: string, cause: unknown) =>
  new GatewayError(
    'address_not_allowed',
    `The receiver's address ${host} does not resolve to a public address. If it is an internal one, allow it with CONNECTORY_EGRESS_ALLOW.`,
    { cause },
  );
