import { Agent, Pool } from 'undici';
import type { EgressGuard } from './egress-guard.ts';

/** A message to a receiver: headers beside those of HTTP itself, and JSON text. */
export interface WebhookMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends messages to receivers that people have named. */
export interface WebhookSender {
  /**
   * Sends a message and gives the status of the answer; its body is not looked at. No redirect is followed. Throws what the guard refuses, and
   * an error that says why there is no answer.
   */
  send(url: URL, message: WebhookMessage, signal: AbortSignal): Promise<number>;
  /** Breaks everything off. */
  close(): Promise<void>;
}

const longestConnect = 5_000;
const longestAnswer = 15_000;
const mostConnections = 16;

/** Makes a sender whose every address the guard approves. */
export function createWebhookSender(guard: EgressGuard): WebhookSender {
  const agent = new Agent({
    factory: (origin, options) =>
      new Pool(origin, { ...options, connect: { timeout: longestConnect, lookup: guard.lookupFor(new URL(origin)) } }),
    headersTimeout: longestAnswer,
    bodyTimeout: longestAnswer,
    keepAliveTimeout: 10_000,
    connections: mostConnections,
    pipelining: 1,
  });
  return {
    async send(url, { headers, body }, signal) {
      guard.check(url);
      const { statusCode, body: answer } = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Connectory' },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestAnswer)]),
      });
      // An answer that goes on is of no interest, and its end not waited for.
      answer.on('error', () => {}).destroy();
      return statusCode;
    },
    close: () => agent.destroy(),
  };
}
