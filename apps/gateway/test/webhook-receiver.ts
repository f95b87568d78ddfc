import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawValue } from '@connectory/connector-sdk';

/** A delivery that a receiver got. */
interface ReceivedEvent {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly event: RawValue;
}

/** A webhook receiver. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  /** The status of the response to each event; null for no response. 204 by default. */
  response: (event: ReceivedEvent) => number | null;
  close(): Promise<void>;
}

/** Starts a receiver on this machine. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const { headers } = request;
      const event = { id: String(headers['webhook-id']), headers, text, event: JSON.parse(text) as RawValue };
      received.push(event);
      const status = receiver.response(event);
      if (status !== null) response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    response: () => 204,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
