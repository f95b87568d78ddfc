import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { json, type Response, refusedOrigin, reset, startTestUpstream } from '../test/test-upstream.ts';
import { CallScope, type CallScopeOptions } from './call.ts';
import { createEgressGuard } from './egress-guard.ts';
import { createExchange, type ExchangeBounds, ExchangeError, type ExchangeLimits } from './exchange.ts';
import type { PreparedRequest } from './request.ts';

const testLimits: ExchangeLimits = {
  connectTimeout: 5000,
  headersTimeout: 5000,
  bodyTimeout: 5000,
};

function exchangeWith(limits: Partial<ExchangeLimits> = {}) {
  const exchange = createExchange(createEgressGuard(['127.0.0.1']), { ...testLimits, ...limits });
  onTestFinished(() => exchange.close());
  const scope = (options: Partial<CallScopeOptions>) => new CallScope({ seconds: 60, isRead: true, ...options });
  return {
    send: (request: PreparedRequest, { caller, ...bounds }: Partial<ExchangeBounds & CallScopeOptions> = {}) =>
      exchange.send(request, { scope: scope({ caller }), maxBytes: 1024 * 1024, ...bounds }),
    open: (request: PreparedRequest) => exchange.open(request, scope({})),
  };
}

const get = (origin: string, changes: Partial<PreparedRequest> = {}): PreparedRequest => ({
  method: 'GET',
  origin,
  path: '/',
  headers: {},
  body: undefined,
  ...changes,
});

async function errorOf(work: Promise<unknown>): Promise<ExchangeError> {
  const outcome: unknown = await work.then(
    () => new Error('expected a failure'),
    (error: unknown) => error,
  );
  if (outcome instanceof ExchangeError) return outcome;
  throw outcome;
}

/** A server that handles raw connections, for answers no HTTP library would write. */
async function startRawServer(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    handle(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const respondRaw =
  (text: string, end = true) =>
  (socket: Socket) =>
    socket.once('data', () => (end ? socket.end(text) : socket.write(text)));

describe('send', () => {
  it('gives status, headers and body', async () => {
    const upstream = await startTestUpstream(json({ a: 'é' }, 201, { 'x-one': '1' }));
    const request = get(upstream.origin, {
      method: 'POST',
      path: '/p?q=1',
      headers: { 'x-sent': 'yes' },
      body: 'text',
    });
    const response = await exchangeWith().send(request);
    expect(response.status).toBe(201);
    expect(response.headers['x-one']).toBe('1');
    expect(response.body.toString()).toBe('{"a":"é"}');
    expect(upstream.received[0]).toMatchObject({ method: 'POST', url: '/p?q=1', body: 'text' });
    expect(upstream.received[0]?.headers['x-sent']).toBe('yes');
  });

  it('joins the chunks of a body, and takes an empty one', async () => {
    const upstream = await startTestUpstream((request, response) => {
      if (request.url === '/empty') response.writeHead(204).end();
      else {
        response.write('{"a":');
        setImmediate(() => response.end('1}'));
      }
    });
    const exchange = exchangeWith();
    expect((await exchange.send(get(upstream.origin))).body.toString()).toBe('{"a":1}');
    expect((await exchange.send(get(upstream.origin, { path: '/empty' }))).body).toHaveLength(0);
  });

  it('reads past informational responses', async () => {
    const upstream = await startTestUpstream((_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => json({ ok: 1 })(_request, response));
    });
    const response = await exchangeWith().send(get(upstream.origin));
    expect([response.status, response.body.toString(), response.headers.link]).toEqual([200, '{"ok":1}', undefined]);
  });

  it('refuses what the guard refuses, without connecting', async () => {
    const send = exchangeWith().send(get('http://127.0.0.2:1'));
    await expect(send).rejects.toMatchObject({ code: 'address_not_allowed' });
  });
});

describe('whether the request left', () => {
  it('knows that nothing left over a refused connection', async () => {
    const error = await errorOf(exchangeWith().send(get(await refusedOrigin())));
    expect([error.kind, error.sent]).toEqual(['network', false]);
  });

  it('assumes that the upstream has the request when the connection breaks off after it', async () => {
    const upstream = await startTestUpstream(reset);
    const error = await errorOf(exchangeWith().send(get(upstream.origin, { method: 'POST', body: 'x' })));
    expect([error.kind, error.sent]).toEqual(['network', true]);
    expect(upstream.received).toHaveLength(1);
  });

  it('knows that nothing left when the TLS handshake breaks off', async () => {
    const origin = await startRawServer((socket) => socket.destroy());
    const send = exchangeWith().send(get(origin.replace('http:', 'https:'), { method: 'POST', body: 'x' }));
    const error = await errorOf(send);
    expect([error.kind, error.sent]).toEqual(['network', false]);
  });

  it('knows that nothing left when no connection came about in time', async () => {
    const origin = await startRawServer(() => undefined);
    const send = exchangeWith({ connectTimeout: 50 }).send(get(origin.replace('http:', 'https:'), { method: 'POST' }));
    const error = await errorOf(send);
    expect([error.kind, error.sent]).toEqual(['timeout', false]);
  });
});

describe('time limits', () => {
  const silent: Response = () => undefined;

  it('ends a wait for headers', async () => {
    const upstream = await startTestUpstream(silent);
    const error = await errorOf(exchangeWith({ headersTimeout: 50 }).send(get(upstream.origin)));
    expect([error.kind, error.sent]).toEqual(['timeout', true]);
  });

  it('ends a wait for the rest of the body', async () => {
    const upstream = await startTestUpstream((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('begin');
    });
    const error = await errorOf(exchangeWith({ bodyTimeout: 50 }).send(get(upstream.origin)));
    expect([error.kind, error.sent]).toEqual(['timeout', true]);
  });

  it('ends when the caller gives up, before or while it runs', async () => {
    const upstream = await startTestUpstream(silent);
    const exchange = exchangeWith();
    expect((await errorOf(exchange.send(get(upstream.origin), { caller: AbortSignal.abort() }))).kind).toBe('aborted');
    const caller = new AbortController();
    const running = errorOf(exchange.send(get(upstream.origin), { caller: caller.signal }));
    upstream.response(() => caller.abort());
    expect(await running).toMatchObject({ kind: 'aborted', sent: true });
  });
});

describe('bounds', () => {
  it('accepts a body of the largest size and no byte more', async () => {
    const upstream = await startTestUpstream((request, response) =>
      response.end('x'.repeat(Number(request.url.slice(1)))),
    );
    const exchange = exchangeWith();
    const sized = (bytes: number) => exchange.send(get(upstream.origin, { path: `/${bytes}` }), { maxBytes: 1000 });
    expect((await sized(1000)).body).toHaveLength(1000);
    expect((await errorOf(sized(1001))).kind).toBe('too-large');
    expect((await errorOf(sized(10_000_000))).kind).toBe('too-large');
  });

  it('bounds what a small compressed body unfolds to', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const upstream = await startTestUpstream((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(bomb);
    });
    expect((await errorOf(exchangeWith().send(get(upstream.origin)))).kind).toBe('too-large');
  });

  it('accepts 50 KB of headers and refuses 100 KB', async () => {
    const upstream = await startTestUpstream((request, response) => {
      for (let index = 0; index < Number(request.url.slice(1)); index++)
        response.setHeader(`x-${index}`, 'x'.repeat(1000));
      response.end('{}');
    });
    const exchange = exchangeWith();
    expect((await exchange.send(get(upstream.origin, { path: '/50' }))).headers['x-49']).toHaveLength(1000);
    const error = await errorOf(exchange.send(get(upstream.origin, { path: '/100' })));
    expect([error.kind, error.sent]).toEqual(['too-large', true]);
    expect(error.message).toBe('its headers have more than 65536 bytes');
  });
});

describe('compression', () => {
  const text = JSON.stringify({ data: randomBytes(5000).toString('base64') });

  it.each([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['gzip, BR', brotliCompressSync(gzipSync(text))],
    ['identity, gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['identity', Buffer.from(text)],
  ])('reads %s', async (encoding, body) => {
    const upstream = await startTestUpstream((_request, response) => {
      response.setHeader('content-encoding', encoding).end(body);
    });
    expect((await exchangeWith().send(get(upstream.origin))).body.toString()).toBe(text);
  });

  it.each([
    ['gzip', gzipSync(text).subarray(0, 1000)],
    ['br', Buffer.from('no brotli')],
    ['zstd-of-tomorrow', Buffer.from(text)],
    ['gzip, zstd-of-tomorrow', gzipSync(text)],
    ['constructor', Buffer.from(text)],
    ['gzip,gzip,gzip,gzip', gzipSync(gzipSync(gzipSync(gzipSync(text))))],
  ])('calls an answer incomplete that it cannot read: %s', async (encoding, body) => {
    const upstream = await startTestUpstream((_request, response) => {
      response.setHeader('content-encoding', encoding).end(body);
    });
    expect((await errorOf(exchangeWith().send(get(upstream.origin)))).kind).toBe('incomplete');
  });
});

describe('truncated answers', () => {
  it.each([
    ['a body shorter than its Content-Length', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a":1}'],
    ['a chunked body without its last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n'],
    ['a chunked body that ends inside a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\n{"a":1}'],
    ['headers that break off', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['no answer at all', ''],
  ])('never pass for complete: %s', async (_name, text) => {
    const origin = await startRawServer(respondRaw(text));
    const error = await errorOf(exchangeWith().send(get(origin)));
    expect(['incomplete', 'network']).toContain(error.kind);
    expect(error.sent).toBe(true);
  });

  it.each(['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nnonsense\r\n', 'this is no HTTP\r\n\r\n'])(
    'refuses what is no HTTP: %j',
    async (text) => {
      const origin = await startRawServer(respondRaw(text, false));
      const error = await errorOf(exchangeWith().send(get(origin)));
      expect(['incomplete', 'network']).toContain(error.kind);
    },
  );
});

describe('open', () => {
  it('hands the body over as it arrives', async () => {
    const upstream = await startTestUpstream((_request, response) => response.end('file'));
    const { statusCode, body } = await exchangeWith().open(get(upstream.origin));
    expect([statusCode, await body.text()]).toEqual([200, 'file']);
  });

  it('sends a request while many others to the same upstream have no response', async () => {
    const origin = await startRawServer((socket) => {
      socket.on('data', (data) => {
        if (data.includes('/quick')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      });
    });
    const { send } = exchangeWith({ headersTimeout: 600_000 });
    const gone = new AbortController();
    const slow = Array.from({ length: 150 }, () => send(get(origin, { path: '/slow' }), { caller: gone.signal }));
    for (const one of slow) one.catch(() => undefined);
    expect((await send(get(origin, { path: '/quick' }))).status).toBe(200);
    gone.abort();
    await Promise.allSettled(slow);
  });

  it('tells refused and broken connections apart', async () => {
    const upstream = await startTestUpstream(reset);
    expect((await errorOf(exchangeWith().open(get(await refusedOrigin())))).sent).toBe(false);
    expect((await errorOf(exchangeWith().open(get(upstream.origin)))).sent).toBe(true);
  });
});
