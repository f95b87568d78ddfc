import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received request, with its body as sent. */
interface RecordedRequest {
  readonly path: string;
  readonly body: string;
}

/** An HTTP server that records its requests. */
export interface RecordingServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
}

/**
 * Starts a server on a free port of this machine that responds to each request with the JSON that `answerTo` has for the end of its path.
 */
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
