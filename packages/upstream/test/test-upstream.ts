import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the test upstream received it; a request whose body broke off is not among them. */
interface ReceivedRequest {
  readonly method: string;
  /** Path with query string. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The test upstream's response to a complete request. */
export type Response = (request: ReceivedRequest, response: ServerResponse) => void;

/** A real HTTP server on 127.0.0.1 that plays a vendor's API. */
export interface TestUpstream {
  readonly origin: string;
  readonly port: number;
  readonly received: readonly ReceivedRequest[];
  /** Changes the response to all later requests. */
  response(reply: Response): void;
  close(): Promise<void>;
}

/** Starts a server that ends with the test it was started in, on a free port unless one is given. */
export async function startTestUpstream(first: Response, wantedPort = 0): Promise<TestUpstream> {
  const received: ReceivedRequest[] = [];
  let reply = first;
  const server = createServer(async (incoming, response) => {
    const body = await readText(incoming).catch(() => undefined);
    if (body === undefined) return;
    const request = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body };
    received.push(request);
    reply(request, response);
  });
  server.listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    received,
    response: (next) => {
      reply = next;
    },
    close,
  };
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Responds with a JSON body. */
export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
}

/** Responds to one request after the other; the last response serves all later requests. */
export function inTurn(...responses: readonly [Response, ...Response[]]): Response {
  let turn = 0;
  return (request, response) => {
    const reply = responses[Math.min(turn++, responses.length - 1)] ?? responses[0];
    reply(request, response);
  };
}

/** Breaks the connection off after the request was read. */
export const reset: Response = (_request, response) => {
  response.socket?.destroy();
};

/** The origin of a port on 127.0.0.1 that nothing listens on. */
export async function refusedOrigin(): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
