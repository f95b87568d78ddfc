import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that was received, with its body as it was sent. */
interface RecordedRequest {
  readonly path: string;
  readonly body: string;
}

/** An HTTP server that keeps what it is sent. */
export interface RecordingServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
}

/** Starts a server on a free port of this machine that answers each request with the JSON that `answerTo` has for the end of its path. */
export async function startRecordingServer(answerTo: Readonly<Record<string, unknown>>): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    requests.push({ path, body: await text(request) });
    const answer = Object.entries(answerTo).find(([end]) => path.endsWith(end))?.[1];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
