import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostileText } from './foreign-responses.ts';

/** A delivery that a receiver got. */
export interface ReceivedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A webhook receiver, which responds with markup. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedDelivery[];
  /** The status of every response; 200 by default. */
  status: number;
  stop(): Promise<void>;
}

/** Starts a receiver on this machine. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedDelivery[] = [];
  const server = createServer(async (request, response) => {
    const body = (await Array.fromAsync(request)).join('');
    received.push({ headers: request.headers, body });
    response.writeHead(receiver.status, { 'content-type': 'text/html' }).end(hostileText);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    status: 200,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
