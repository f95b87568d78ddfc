import { connect } from 'node:net';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import * as fc from 'fast-check';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, problemIn } from './expect-problem.ts';
import type { HostileRequest } from './hostile-requests/hostile-request.ts';
import { hostileRequests } from './hostile-requests/hostile-requests.ts';
import { adminToken, type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';
import { declaredRoutes } from './upstream-routes.ts';

const runs = Number(process.env.CONNECTORY_FUZZ_RUNS ?? 10_000);
const seed = Number(process.env.CONNECTORY_FUZZ_SEED ?? 20_261_101);
const batchSize = 40;

let gateway: RunningGateway;
/** The response to a request whose headers never end; it takes the gateway 15 to 20 seconds to give up on it. */
let unfinished: Promise<Response>;

beforeAll(async () => {
  gateway = await startRunningGateway();
  unfinished = rawExchange('GET /healthz HTTP/1.1\r\nHost: gateway.example.com\r\nX-Slow: ');
});

afterAll(() => gateway.stop());

it(`${runs} hostile requests get a documented answer each (seed ${seed})`, async () => {
  const connections = Object.fromEntries(fixtureConnectors.map(({ id }) => [id, gateway.connection(id)]));
  const requests = hostileRequests({ token: gateway.token, adminToken, connections }, fixtureConnectors);
  const isDeclared = declaredRoutes(fixtureConnectors);
  const pool = new Pool(gateway.url, { connections: batchSize, pipelining: 1 });
  const counts = new Map<string, number>();
  const all = fc.sample(requests, { numRuns: runs, seed });
  expect(all).toHaveLength(runs);
  for (let first = 0; first < all.length; first += batchSize) {
    const batch = all.slice(first, first + batchSize);
    const arrived = await gateway.arrivalsDuring(async () => {
      const responses = await Promise.all(batch.map((request) => exchange(pool, request)));
      for (const [index, response] of responses.entries()) {
        const request = batch[index] as HostileRequest;
        requireDocumented(request, response);
        const key = `${request.about} ${Math.floor(response.status / 100)}xx`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    });
    const undeclared = arrived.filter((request) => !isDeclared(request)).map(({ method, url }) => `${method} ${url}`);
    expect(undeclared).toEqual([]);
  }
  await pool.close();
  expect((await gateway.send('GET', '/healthz')).json).toEqual({ status: 'ok' });
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
  // Every kind was refused at least once: none of them merely happened to be valid.
  if (runs >= 1000) {
    for (const about of ['params', 'envelope', 'body', 'headers', 'token', 'path', 'management']) {
      expect(counts.get(`${about} 4xx`), about).toBeGreaterThan(0);
    }
  }
});

async function exchange(pool: Pool, { method, path, headers, body }: HostileRequest): Promise<Response> {
  const response = await pool.request({
    method: method as 'POST',
    path,
    headers,
    ...(body !== undefined && { body }),
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return read(response.statusCode, response.headers, bytes);
}

function read(status: number, headers: Response['headers'], bytes: Buffer): Response {
  const text = bytes.toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status, headers, bytes, text, json };
}

function requireDocumented({ method, path, headers, body }: HostileRequest, response: Response): void {
  if (response.status >= 200 && response.status < 300) return;
  try {
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    if (method !== 'HEAD') problemIn(response);
  } catch (error) {
    const shown = `${method} ${path} ${JSON.stringify(headers)} ${String(body)}`.slice(0, 1500);
    throw new Error(`${shown}\n-> ${response.status} ${response.text.slice(0, 600)}`, { cause: error });
  }
}

describe('bytes that are hardly HTTP', () => {
  const host = 'Host: gateway.example.com\r\n';
  const close = 'Connection: close\r\n';
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a TLS handshake', Buffer.from('160301020001000200fc0303', 'hex')],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', `GETT /healthz HTTP/1.1\r\n${host}\r\n`],
    ['an unknown version', `GET /healthz HTTP/9.9\r\n${host}\r\n`],
    ['a missing host', `GET /nothing HTTP/1.1\r\n${close}\r\n`],
    ['two lengths', `POST / HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
    ['a negative length', `POST / HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`],
    [
      'length and chunks at once',
      `POST / HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a broken chunk', `POST / HTTP/1.1\r\n${host}${close}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['a NUL in the path', `GET /a\0b HTTP/1.1\r\n${host}\r\n`],
    ['a NUL in a header', `GET / HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`],
    ['a header without a colon', `GET / HTTP/1.1\r\n${host}nonsense\r\n\r\n`],
    ['a space before the colon', `GET / HTTP/1.1\r\n${host}X-A : b\r\n\r\n`],
    ['a bare line feed', `GET / HTTP/1.1\n${host}\n\n`],
    ['a header bomb', `GET / HTTP/1.1\r\n${host}${'X-A: '.padEnd(1000, 'x').concat('\r\n').repeat(40)}\r\n`],
    ['an endless path', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`],
    ['an absolute target that is no URL', `GET http://[::1 HTTP/1.1\r\n${host}${close}\r\n`],
    ['an absolute target of another host', `GET http://evil.example.com/x HTTP/1.1\r\n${host}${close}\r\n`],
    ['an asterisk', `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`],
    ['a tunnel', `CONNECT evil.example.com:443 HTTP/1.1\r\n${host}\r\n`],
    ['an upgrade', `GET /nothing HTTP/1.1\r\n${host}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`],
    ['an expectation nobody can meet', `POST /nothing HTTP/1.1\r\n${host}${close}Expect: wonders\r\n\r\n`],
    ['no request target', `GET  HTTP/1.1\r\n${host}\r\n`],
    ['a path that is not decodable', `GET /api/v1/connectors/%ff HTTP/1.1\r\n${host}${close}\r\n`],
    ['a path of raw bytes', Buffer.from(`GET /\xff\xfe HTTP/1.1\r\n${host}${close}\r\n`, 'latin1')],
  ])('%s', async (_case, bytes) => {
    const response = await rawExchange(bytes);
    expect(response.status, response.text).toBeGreaterThanOrEqual(400);
    expect(response.status, response.text).toBeLessThan(500);
    problemIn(response);
    expect((await gateway.send('GET', '/healthz')).status).toBe(200);
  });

  it('requests that never end do not stop anyone else, and are ended with 408', async () => {
    const bodies = Array.from({ length: 20 }, () => {
      const socket = openSocket();
      socket.write(`POST /api/v1/workspaces HTTP/1.1\r\n${host}Authorization: Bearer ${adminToken}\r\n`);
      socket.write('Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{');
      return socket;
    });
    for (let call = 0; call < 50; call++) {
      const list = { entity: 'customers', action: 'list', params: { limit: 1 } };
      expect((await gateway.execute('ledger', list)).status).toBe(200);
    }
    expectProblem(await unfinished, 'request_timeout');
    for (const socket of bodies) socket.destroy();
  });
});

function openSocket() {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  return socket;
}

/** Writes bytes to the gateway and reads what comes back until the connection ends. */
async function rawExchange(bytes: string | Buffer): Promise<Response> {
  const socket = openSocket();
  socket.write(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const received = Buffer.concat(chunks);
  const end = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = received.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers['content-length'] ?? 0);
  return read(Number(statusLine.split(' ')[1] ?? 0), headers, received.subarray(end + 4, end + 4 + length));
}
