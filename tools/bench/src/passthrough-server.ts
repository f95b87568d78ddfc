import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { Agent } from 'undici';

/**
 * Baseline: node:http passes the upstream's bytes on unchanged. As a single Latin-1 string, they are written together with the header,
 * which costs less than a buffer does. Argument: the upstream's origin. Prints its port.
 */
const origin = process.argv[2] as string;
const agent = new Agent({ connections: 128 });

const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/file') {
    // The body is streamed as it arrives.
    void agent.request({ origin, path: '/v1/file', method: 'GET' }).then(({ headers, body }) => {
      response.writeHead(200, { 'content-length': String(headers['content-length']) });
      pipeline(body, response, () => {});
    });
    return;
  }
  request.on('end', () => {
    const chunks: Buffer[] = [];
    agent.dispatch(
      { origin, path: `/v1/customers?limit=${request.url?.slice(1)}`, method: 'GET' },
      {
        onRequestStart: () => {},
        onResponseStart: () => {},
        onResponseData: (_controller, chunk) => void chunks.push(chunk as Buffer),
        onResponseEnd: () => {
          let body = '';
          for (const chunk of chunks) body += chunk.toString('latin1');
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
          response.end(body, 'latin1');
        },
        onResponseError: () => response.destroy(),
      },
    );
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
