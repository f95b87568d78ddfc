import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endTogether } from './end-together.ts';

let server: Server;
let responses: ServerResponse[];
let url = '';

beforeEach(async () => {
  responses = [];
  server = createServer((_request, response) => {
    responses.push(response);
    server.emit('arrived');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function arrived(count: number): Promise<void> {
  while (responses.length < count) await once(server, 'arrived');
}

it('ends responses after the current turn, each with its own text, then calls back', async () => {
  const answers = Promise.all([request(url), request(url)]);
  await arrived(2);
  const ended: ServerResponse[] = [];
  for (const [index, response] of responses.entries()) {
    response.writeHead(200, { 'content-length': 2 });
    endTogether(response, `°${index}`, (one) => ended.push(one));
  }
  expect(responses.map(({ writableEnded }) => writableEnded)).toEqual([false, false]);
  const bytes = await Promise.all((await answers).map(({ body }) => body.bytes()));
  expect(bytes.map((each) => Buffer.from(each).toString('latin1')).toSorted()).toEqual(['°0', '°1']);
  expect(ended).toEqual(responses);
});

it('ends the others when a client has disconnected', async () => {
  const lost = request(url).catch((error: unknown) => error);
  await arrived(1);
  const kept = request(url);
  await arrived(2);
  for (const response of responses) endTogether(response, 'text', () => {});
  responses[0]?.destroy();
  expect(await (await kept).body.text()).toBe('text');
  expect(await lost).toBeInstanceOf(Error);
});
