import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkspaceClient } from '@connectory/client';

/** A subscription whose receiver on this machine has accepted its deliveries. */
export interface DeliveredSubscription {
  readonly id: string;
  stop(): Promise<void>;
}

/** Creates a subscription to the invoices of a connection, and waits for some deliveries. The gateway must allow 127.0.0.1. */
export async function deliveredSubscription(
  { subscriptions }: WorkspaceClient,
  connection: string,
): Promise<DeliveredSubscription> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { id } = await subscriptions.create({
    name: 'open invoices',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/connectory`,
    connections: [connection],
    entities: ['invoices'],
    filter: { eq: { status: 'open' } },
    from: 'beginning',
  });
  while ((await subscriptions.deliveryPage(id, { state: 'delivered' })).data.length === 0) await pause(200);
  return {
    id,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
