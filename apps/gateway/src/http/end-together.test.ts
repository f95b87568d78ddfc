import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

const bodies: [string, (index: number) => readonly Buffer[]][] = [
  ['short', (index) => [Buffer.from([0xc3]), Buffer.from([0x80 + index])]],
  ['long', (index) => [Buffer.alloc(20_000, 'ü'), Buffer.from([0x80 + index])]],
];

describe.each(bodies)('%s responses', (_, bodyOf) => {
  it('end after the current turn, each with its own bytes, then call back', async () => {
    const answers = Promise.all([request(url), request(url)]);
    await arrived(2);
    const ended: ServerResponse[] = [];
    const sent = responses.map((_, index) => Buffer.concat(bodyOf(index)));
    for (const [index, response] of responses.entries()) {
      const length = sent[index]?.length ?? 0;
      response.writeHead(200, { 'content-length': length });
      endTogether(response, bodyOf(index), length, (one) => ended.push(one));
    }
    expect(responses.map(({ writableEnded }) => writableEnded)).toEqual([false, false]);
    const received = await Promise.all((await answers).map(({ body }) => body.bytes()));
    expect(received.map((bytes) => Buffer.from(bytes)).toSorted(Buffer.compare)).toEqual(sent);
    expect(ended).toEqual(responses);
  });

  it('are sent although another client has disconnected', async () => {
    const lost = request(url).catch((error: unknown) => error);
    await arrived(1);
    const kept = request(url);
    await arrived(2);
    const body = Buffer.concat(bodyOf(0));
    for (const response of responses) endTogether(response, bodyOf(0), body.length, () => {});
    responses[0]?.destroy();
    expect(Buffer.from(await (await kept).body.bytes())).toEqual(body);
    expect(await lost).toBeInstanceOf(Error);
  });
});
