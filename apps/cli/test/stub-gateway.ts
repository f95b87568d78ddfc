import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request the stub received. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly requestId: string | undefined;
  readonly body: unknown;
}

/** A response of the stub; an object is sent as JSON, a string as a page, bytes as they are. */
export interface StubResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server with the responses a test defines. */
export interface StubGateway {
  readonly url: string;
  readonly requests: readonly StubRequest[];
  close(): Promise<void>;
}

/** Starts a server that responds to each request with a status and a body, and records the requests. */
export async function startStubGateway(reply: (request: StubRequest) => StubResponse): Promise<StubGateway> {
  const requests: StubRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const received = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      requestId: request.headers['x-request-id'] as string | undefined,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    requests.push(received);
    const { status, body, headers } = reply(received);
    const type = typeof body === 'string' ? 'text/html' : `application/${status < 400 ? 'json' : 'problem+json'}`;
    response
      .writeHead(status, { 'content-type': type, ...headers })
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
