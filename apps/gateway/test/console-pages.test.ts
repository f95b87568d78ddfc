import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { GatewayError } from '@connectory/errors';
import express, { type ErrorRequestHandler } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleRoutes } from '../src/site/console.ts';
import { startRunningGateway } from './running-gateway.ts';

const page = '<div id="root"></div>';
const script = 'export const answer = 42;';

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-console-'));
  await writeFile(join(folder, 'secret.txt'), 'outside of the console');
  const application = express();
  application.use(consoleRoutes(join(folder, 'console')));
  const reply: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    response.status(error instanceof GatewayError ? error.status : 500).end(String(error));
  };
  application.use(reply);
  server = createServer(application);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** Asks for a path exactly as it is written, dots included. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, host: '127.0.0.1', path, method, headers }).end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = await buffer(reply);
  return { status: reply.statusCode, headers: reply.headers, bytes, text: bytes.toString('utf8') };
}

describe('the console of a gateway', () => {
  it('says which command builds it while it is not there, and is served once it is', async () => {
    for (const path of ['/', '/console/', '/console/demo/connections']) {
      const missing = await get(path);
      expect(missing.status).toBe(404);
      expect(missing.text).toContain('npm run pages');
    }
    await writeFile(join(folder, 'console-being-built'), '');
    expect(await get('/')).toMatchObject({ status: 503, headers: { refresh: '5', 'cache-control': 'no-store' } });

    await mkdir(join(folder, 'console/assets'), { recursive: true });
    const files = {
      'index.html': page,
      'icon.svg': '<svg/>',
      'assets/index-1a2b.js': script,
      'assets/index-1a2b.js.br': brotliCompressSync(script),
      'assets/index-1a2b.js.gz': gzipSync(script),
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, 'console', name), content);
    expect(await get('/')).toMatchObject({ status: 200, text: page });
  });

  it.each(['/', '/console', '/console/', '/console/demo/run/some-id/customers/list', '/console/..%2fsecret.txt'])(
    'answers %s with its page, which no cache keeps',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect([status, text]).toEqual([200, page]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    },
  );

  it('allows nothing inline, nothing evaluated, nothing from elsewhere, and no frame around it', async () => {
    const policy = String((await get('/')).headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|https?:|\*/);
  });

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])('answers a script to a browser that takes %s, to be kept for ever', async (accepted, encoding, unpack) => {
    const { status, headers, bytes } = await get('/console/assets/index-1a2b.js', { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers.vary).toBe('accept-encoding');
    expect(unpack(bytes).toString()).toBe(script);
  });

  it.each([
    '/console/assets/gone-3c4d.js',
    '/console/assets/',
    '/console/assets/..%2f..%2fsecret.txt',
    '/console/assets/..%2findex.html',
    '/console/assets/%00.js',
  ])('says that %s is not there', async (path) => {
    const { status, headers, text } = await get(path, { 'accept-encoding': 'br' });
    expect(status).toBe(404);
    expect(text).toContain('Load the page again');
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('leads nobody to another host', async () => {
    for (const path of ['//example.org/console', '/console//example.org', '/console/%5cexample.org'])
      expect((await get(path)).headers.location).toBeUndefined();
  });

  it('can only be read', async () => {
    expect(await get('/console/', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
    const { status, headers } = await get('/console/', {}, 'POST');
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('leaves what it does not know to the API', async () => {
    const gateway = await startRunningGateway({ connectors: [] });
    for (const path of ['/api/v1/nothing', '/nothing', '/consoles']) {
      const reply = await gateway.send('GET', path, { token: null });
      expect(reply.status).toBe(404);
      expect(JSON.stringify(reply)).toContain('not_found');
    }
    await gateway.stop();
  });
});
