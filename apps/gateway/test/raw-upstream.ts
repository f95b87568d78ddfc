import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An upstream with the exact responses a test defines. */
export interface RawUpstream {
  readonly origin: string;
  /** Number of requests received. */
  readonly count: number;
  /** Replaces the handler of requests from now on. */
  response(listener: (request: IncomingMessage, response: ServerResponse) => void): void;
  stop(): Promise<void>;
}

/** Starts an upstream on a free port of 127.0.0.1 that responds with an empty JSON object by default. */
export async function startRawUpstream(): Promise<RawUpstream> {
  let count = 0;
  let current = (_request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json').end('{}');
  };
  const server = createServer((request, response) => {
    count++;
    current(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get count() {
      return count;
    },
    response: (listener) => {
      current = listener;
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
