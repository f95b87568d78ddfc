import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An upstream that rejects every request. */
export interface FailingUpstream {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts an upstream on 127.0.0.1 that responds with 429 below `/limited` and 503 elsewhere, both with a retry delay of ten minutes. */
export async function startFailingUpstream(): Promise<FailingUpstream> {
  const server = createServer((request, response) => {
    const status = request.url?.startsWith('/limited') ? 429 : 503;
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '600' }).end('{"error":"not now"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
