import dns, { type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
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

it('has the same error for a name without an address as for one with a private address', async () => {
  vi.spyOn(dns, 'lookup').mockImplementation(((
    hostname: string,
    _options: object,
    callback: (error: Error | null, found: LookupAddress[]) => void,
  ) => {
    const missing = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
    });
    if (hostname.startsWith('missing')) callback(missing, []);
    else callback(null, [{ address: '10.0.0.5', family: 4 }]);
  }) as never);
  syncBuiltinESMExports();
  const sender = createWebhookSender(createEgressGuard());
  onTestFinished(async () => {
    await sender.close();
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const errorOf = (host: string) =>
    sender
      .send(new URL(`https://${host}/`), { headers: {}, body: '{}' }, new AbortController().signal)
      .catch((error: Error) => ({ ...error, message: error.message.replace(host, 'host') }));
  const missing = await errorOf('missing.internal');
  expect(missing).toMatchObject({ code: 'address_not_allowed', message: expect.stringContaining('does not resolve') });
  expect(await errorOf('vault.internal')).toEqual(missing);
});
