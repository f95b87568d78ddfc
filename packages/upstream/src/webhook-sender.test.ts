import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createEgressGuard } from './egress-guard.ts';
import { createWebhookSender } from './webhook-sender.ts';

it('sends to one path of a receiver while another path does not respond', async () => {
  const receiver = createServer((request, response) => {
    if (request.url === '/quick') response.writeHead(204).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const sender = createWebhookSender(createEgressGuard(['127.0.0.1']));
  onTestFinished(async () => {
    await sender.close();
    receiver.closeAllConnections();
    receiver.close();
  });
  const { port } = receiver.address() as AddressInfo;
  const message = { headers: {}, body: '{}' };
  const ending = new AbortController();
  const send = (path: string) => sender.send(new URL(`http://127.0.0.1:${port}${path}`), message, ending.signal);
  let ended = 0;
  const slow = Array.from({ length: 40 }, () => send('/slow').catch(() => ended++));
  expect(await send('/quick')).toBe(204);
  expect(ended).toBe(0);
  ending.abort();
  await Promise.all(slow);
  expect(ended).toBe(40);
});
