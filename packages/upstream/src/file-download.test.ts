import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { gatewayErrorOf, testCall, testClient, testConnection, testConnector } from '../test/test-connector.ts';
import {
  json,
  type Response,
  refusedOrigin,
  reset,
  startTestUpstream,
  type TestUpstream,
} from '../test/test-upstream.ts';
import type { UpstreamCall } from './call.ts';
import type { UpstreamConnection } from './connection.ts';
import { createEgressGuard } from './egress-guard.ts';

const content = 'The content of a file';

/** Serves a file in whole or in part, as object stores do. */
const file: Response = (request, response) => {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (start === undefined) {
    response.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': content.length,
      'content-disposition': 'attachment; filename="a.txt"',
      'set-cookie': 'session=secret',
      etag: '"v1"',
    });
    response.end(content);
    return;
  }
  const last = end === '' || end === undefined ? content.length - 1 : Number(end);
  if (Number(start) >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  const part = content.slice(Number(start), last + 1);
  response.writeHead(206, {
    'content-range': `bytes ${start}-${last}/${content.length}`,
    'content-length': part.length,
  });
  response.end(part);
};

const to =
  (location: string, status = 302): Response =>
  (_request, response) => {
    response.writeHead(status, { location }).end();
  };

const oneStep = (connection: UpstreamConnection, more: Pick<UpstreamCall, 'range' | 'signal'> = {}) =>
  testClient().file(testCall(connection, 'things download', { id: '1' }, more));
const twoSteps = (connection: UpstreamConnection, more: Pick<UpstreamCall, 'range'> = {}) =>
  testClient().file(testCall(connection, 'attachments download', { id: '1' }, more));

/** A connection whose connector may fetch files from the host of another server, which a test reaches as `localhost`. */
function withFileHost(upstream: TestUpstream, fileHosts: readonly string[]): UpstreamConnection {
  return testConnection(upstream.origin, { connector: testConnector({ fileHosts }) });
}
const asLocalhost = ({ port }: TestUpstream) => `http://localhost:${port}`;
const localClient = () => testClient({ guard: createEgressGuard(['127.0.0.1', 'localhost']) });
const download = (connection: UpstreamConnection, what: 'things' | 'attachments' = 'things') =>
  localClient().file(testCall(connection, `${what} download`, { id: '1' }));

describe('a file that is the response itself', () => {
  it('comes with its headers, and none that are not about it', async () => {
    const upstream = await startTestUpstream(file);
    const { status, headers, body } = await oneStep(testConnection(upstream.origin));
    expect(status).toBe(200);
    expect(headers).toEqual({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(content.length),
      'content-disposition': 'attachment; filename="a.txt"',
      etag: '"v1"',
    });
    expect(await text(body)).toBe(content);
    expect(upstream.received[0]?.headers).toMatchObject({ accept: '*/*', authorization: 'Bearer key-of-the-account' });
  });

  it('comes in part when a range is asked for', async () => {
    const upstream = await startTestUpstream(file);
    const { status, headers, body } = await oneStep(testConnection(upstream.origin), { range: 'bytes=4-10' });
    expect(status).toBe(206);
    expect(headers).toEqual({ 'content-range': `bytes 4-10/${content.length}`, 'content-length': '7' });
    expect(await text(body)).toBe(content.slice(4, 11));
  });

  it('says how it is encoded, because the bytes pass as they are', async () => {
    const upstream = await startTestUpstream((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end('zipped');
    });
    const { headers, body } = await oneStep(testConnection(upstream.origin));
    expect(headers['content-encoding']).toBe('gzip');
    expect(await text(body)).toBe('zipped');
  });

  it.each([
    [404, 'file_not_found', 404],
    [410, 'file_not_found', 404],
    [416, 'range_not_satisfiable', 416],
    [403, 'credential_rejected', 424],
    [429, 'upstream_rate_limited', 429],
    [500, 'upstream_unavailable', 502],
    [204, 'upstream_rejected', 422],
  ] as const)('may fail with %i', async (status, code, responded) => {
    const upstream = await startTestUpstream(json({ error: { message: 'why' } }, status));
    const error = await gatewayErrorOf(oneStep(testConnection(upstream.origin), { range: 'bytes=99-' }));
    expect(error).toMatchObject({ code, status: responded, upstream: { status } });
  });

  it('may fail before it begins: refused, broken off, too slow, given up', async () => {
    const upstream = await startTestUpstream(reset);
    const connection = testConnection(upstream.origin);
    expect((await gatewayErrorOf(oneStep(testConnection(await refusedOrigin())))).code).toBe('upstream_unavailable');
    expect((await gatewayErrorOf(oneStep(connection))).code).toBe('upstream_unavailable');
    expect((await gatewayErrorOf(oneStep(connection, { signal: AbortSignal.abort() }))).code).toBe('request_timeout');
    upstream.response(() => undefined);
    const slow = testClient({ limits: { headersTimeout: 50 } }).file(
      testCall(connection, 'things download', { id: '1' }),
    );
    expect((await gatewayErrorOf(slow)).code).toBe('upstream_timeout');
  });

  it('reads only the beginning of an endless explanation, and does without one that breaks off', async () => {
    const upstream = await startTestUpstream((_request, response) => {
      response.writeHead(500);
      const more = () => response.write('x'.repeat(65_536), (error) => error ?? setImmediate(more));
      more();
    });
    const connection = testConnection(upstream.origin);
    expect((await gatewayErrorOf(oneStep(connection))).upstream).toEqual({ status: 500 });
    upstream.response((_request, response) => {
      response.writeHead(500, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    });
    expect((await gatewayErrorOf(oneStep(connection))).upstream).toEqual({ status: 500 });
  });

  it('ends with an error when the rest does not come', async () => {
    const upstream = await startTestUpstream((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('begin', () => response.destroy());
    });
    const { body } = await oneStep(testConnection(upstream.origin));
    await expect(text(body)).rejects.toThrow();
  });
});

describe('a file that a record points to', () => {
  it('is fetched from the URL in the record, with the range and, on the own origin, the credentials', async () => {
    const upstream = await startTestUpstream((request, response) => {
      if (request.url === '/files/1?signed=yes') file(request, response);
      else json({ file: { url: `${upstream.origin}/files/1?signed=yes` } })(request, response);
    });
    const { status, body } = await twoSteps(testConnection(upstream.origin), { range: 'bytes=0-2' });
    expect([status, await text(body)]).toEqual([206, 'The']);
    expect(upstream.received.map(({ url, headers }) => [url, headers.range, headers.authorization])).toEqual([
      ['/attachments/1', undefined, 'Bearer key-of-the-account'],
      ['/files/1?signed=yes', 'bytes=0-2', 'Bearer key-of-the-account'],
    ]);
  });

  it('may have a URL relative to the record', async () => {
    const upstream = await startTestUpstream((request, response) => {
      (request.url === '/attachments/raw' ? file : json({ file: { url: 'raw' } }))(request, response);
    });
    const { body } = await twoSteps(testConnection(upstream.origin));
    expect(await text(body)).toBe(content);
  });

  it.each([{ file: null }, { file: { url: '' } }, { file: { url: 7 } }, {}])(
    'does not exist without a URL: %j',
    async (reply) => {
      const upstream = await startTestUpstream(json(reply));
      expect((await gatewayErrorOf(twoSteps(testConnection(upstream.origin)))).code).toBe('file_not_found');
    },
  );

  it('does not exist without a record', async () => {
    const upstream = await startTestUpstream(json({}, 404));
    expect((await gatewayErrorOf(twoSteps(testConnection(upstream.origin)))).code).toBe('file_not_found');
  });

  it('is refused when the text is no URL', async () => {
    const upstream = await startTestUpstream(json({ file: { url: 'http://[' } }));
    expect((await gatewayErrorOf(twoSteps(testConnection(upstream.origin)))).code).toBe('upstream_rejected');
  });
});

describe('another host', () => {
  it.each(['things', 'attachments'] as const)(
    'is asked without credentials when it is a file host of the vendor: %s',
    async (what) => {
      const store = await startTestUpstream(file);
      const target = `${asLocalhost(store)}/blob`;
      const upstream = await startTestUpstream(what === 'things' ? to(target) : json({ file: { url: target } }));
      const { body } = await download(withFileHost(upstream, ['localhost']), what);
      expect(await text(body)).toBe(content);
      const { authorization, accept, 'user-agent': agent } = store.received[0]?.headers ?? {};
      expect({ authorization, accept, agent }).toEqual({
        authorization: undefined,
        accept: '*/*',
        agent: 'connectory',
      });
      expect(Object.keys(store.received[0]?.headers ?? {}).sort()).toEqual([
        'accept',
        'connection',
        'host',
        'user-agent',
      ]);
    },
  );

  it.each(['things', 'attachments'] as const)('is not asked at all when it is any other: %s', async (what) => {
    const stranger = await startTestUpstream(file);
    const target = `${asLocalhost(stranger)}/blob`;
    const upstream = await startTestUpstream(what === 'things' ? to(target) : json({ file: { url: target } }));
    const error = await gatewayErrorOf(download(withFileHost(upstream, ['files.example', '*.localhost']), what));
    expect(error.code).toBe('upstream_rejected');
    expect(error.message).toContain(`localhost:${stranger.port}`);
    expect(stranger.received).toEqual([]);
  });

  it('is compared as a whole name, or below a wildcard', async () => {
    const upstream = await startTestUpstream(to('https://evil-files.example/x'));
    for (const fileHosts of [['files.example'], ['*.files.example'], ['*.example.com']]) {
      expect((await gatewayErrorOf(download(withFileHost(upstream, fileHosts)))).code).toBe('upstream_rejected');
    }
    upstream.response(to('http://cdn.files.example/x'));
    const error = await gatewayErrorOf(download(withFileHost(upstream, ['*.files.example'])));
    expect(error.code).toBe('address_not_allowed');
    expect(error.message).toContain('without TLS');
  });

  it.each([401, 403])('does not put the credential in question when it responds with %i', async (status) => {
    const store = await startTestUpstream(json({}, status));
    const upstream = await startTestUpstream(to(`${asLocalhost(store)}/expired`));
    expect((await gatewayErrorOf(download(withFileHost(upstream, ['localhost'])))).code).toBe('upstream_rejected');
  });

  it('may lead on, but not for ever', async () => {
    const store = await startTestUpstream((request, response) => {
      const hop = Number(request.url.slice(1));
      (hop < 4 ? to(`/${hop + 1}`) : file)(request, response);
    });
    const upstream = await startTestUpstream(to(`${asLocalhost(store)}/1`));
    const { body } = await download(withFileHost(upstream, ['localhost']));
    expect(await text(body)).toBe(content);
    store.response(to('/again'));
    const error = await gatewayErrorOf(download(withFileHost(upstream, ['localhost'])));
    expect(error).toMatchObject({ code: 'upstream_unavailable' });
    expect(error.message).toContain('more than 5 times');
  });

  it('to no URL is refused', async () => {
    const upstream = await startTestUpstream(to('http://['));
    expect((await gatewayErrorOf(oneStep(testConnection(upstream.origin)))).code).toBe('upstream_rejected');
  });
});

describe('one of several files', () => {
  const several = async (index: unknown) => {
    const upstream = await startTestUpstream((request, response) =>
      request.url.startsWith('/letters/')
        ? json({ files: [{ url: '/first' }, { url: '/second', in: { url: '/third' } }] })(request, response)
        : response.end(request.url),
    );
    const call = testCall(testConnection(upstream.origin), 'letters download', { id: '1', index });
    return { upstream, call, opened: testClient().file(call) };
  };

  it.each([
    [0, '/first'],
    ['1', '/second'],
  ])('is named by a parameter: %j', async (index, url) => {
    expect(await text((await (await several(index)).opened).body)).toBe(url);
  });

  it.each([2, -1, 'x'])('may not be there: %j', async (index) => {
    expect((await gatewayErrorOf((await several(index)).opened)).code).toBe('file_not_found');
  });

  it.each(['1.in', '', '.'])('cannot be named by %j, with which nothing is sent', async (index) => {
    const { upstream, call, opened } = await several(index);
    expect(await gatewayErrorOf(opened)).toMatchObject({
      code: 'invalid_params',
      errors: [{ field: '/params/index', error_code: 'invalid_field_path' }],
    });
    await expect(testClient().preview(call)).rejects.toThrow('index must name one field or position');
    expect(upstream.received).toEqual([]);
  });
});

describe('a large file', () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x');

  it('of one gigabyte passes in flat memory', async () => {
    const upstream = await startTestUpstream((request, response) => {
      let left = request.url.includes('warm') ? 64 : 1024;
      response.writeHead(200, { 'content-length': left * megabyte.length });
      const more = () => {
        while (left > 0) {
          left--;
          if (!response.write(megabyte)) return response.once('drain', more);
        }
        return response.end();
      };
      more();
    });
    const client = testClient();
    const connection = testConnection(upstream.origin);
    const read = async (id: string) => {
      const { body } = await client.file(testCall(connection, 'things download', { id }));
      let size = 0;
      let largest = 0;
      for await (const chunk of body) {
        size += (chunk as Buffer).length;
        largest = Math.max(largest, process.memoryUsage.rss());
      }
      return { size, largest };
    };
    const { largest: before } = await read('warm');
    const { size, largest } = await read('big');
    expect(size).toBe(1024 * megabyte.length);
    expect(largest - before).toBeLessThan(100 * megabyte.length);
  });
});
