import { once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as consume } from 'node:stream/consumers';
import { GatewayError } from '@connectory/errors';
import express, { type ErrorRequestHandler } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsRoutes } from '../src/site/docs.ts';
import { startRunningGateway } from './running-gateway.ts';

let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-site-'));
  await writeFile(join(folder, 'secret.txt'), 'outside of the site');
  const application = express();
  application.use(docsRoutes(join(folder, 'site')));
  const reply: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    response.status(error instanceof GatewayError ? error.status : 500).end(String(error));
  };
  application.use(reply);
  server = createServer(application);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** Asks for a path exactly as it is written, dots included. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const asked = request({ port: Number(new URL(url).port), host: '127.0.0.1', path, method, headers }).end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, text: await consume(reply) };
}

describe('the documentation of a gateway', () => {
  it('says which command builds it while it is not there, and is served once it is', async () => {
    const missing = await get('/docs/');
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('npm run pages');

    const marker = join(folder, 'site-being-built');
    await writeFile(marker, '');
    const building = await get('/docs/guide/search');
    expect(building).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } });
    expect(building.text).toContain('being built');
    const longAgo = Date.now() / 1000 - 3600;
    await utimes(marker, longAgo, longAgo);
    expect((await get('/docs/')).status).toBe(404);
    await writeFile(marker, 'begun anew');

    await mkdir(join(folder, 'site/assets'), { recursive: true });
    await mkdir(join(folder, 'site/guide'));
    const files = {
      'index.html': '<h1>Start</h1>',
      '404.html': '<h1>Nothing</h1>',
      'guide/index.html': '<h1>Guide</h1>',
      'guide/search.html': '<h1>Search</h1>',
      'assets/app.1a2b.js': 'export {};',
      'icon.svg': '<svg/>',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'site', name), text);
    expect(await get('/docs/')).toMatchObject({ status: 200, text: '<h1>Start</h1>' });
  });

  it.each([
    ['/docs/', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/guide/search', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/guide/', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/assets/app.1a2b.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/docs/icon.svg', 'image/svg+xml', 'no-cache'],
  ])('answers %s as %s, cached as %s', async (path, type, caching) => {
    const { status, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['cache-control']).toBe(caching);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    const again = await get(path, { 'if-none-match': String(headers.etag) });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  it('leads to the folder of a page with a slash', async () => {
    expect(await get('/docs')).toMatchObject({ status: 301, headers: { location: '/docs/' } });
    expect(await get('/docs/guide')).toMatchObject({ status: 301, headers: { location: '/docs/guide/' } });
  });

  it.each([
    '/docs/nothing',
    '/docs/guide/search/',
    '/docs/../secret.txt',
    '/docs/..%2fsecret.txt',
    '/docs/%2e%2e/secret.txt',
    '/docs/%2e%2e%2fsecret.txt',
    '/docs/assets/..%2f..%2f..%2fsecret.txt',
    '/docs/..%5csecret.txt',
    '/docs/%00',
    '/docs/%zz',
    `/docs/${'a'.repeat(300)}`,
  ])('answers %s with the page for unknown addresses', async (path) => {
    const { status, headers, text } = await get(path);
    expect([status, text]).toEqual([404, '<h1>Nothing</h1>']);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('leads nobody to another host', async () => {
    for (const path of ['/docs//example.org', '/docs//example.org/..', '/docs/%5cexample.org', '//example.org/docs']) {
      const { headers } = await get(path);
      expect(String(headers.location ?? '/docs/')).toMatch(/^\/docs\//);
    }
  });

  it('can only be read', async () => {
    expect(await get('/docs/', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
    const { status, headers } = await get('/docs/', {}, 'POST');
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
  });

  it('needs no token', async () => {
    const gateway = await startRunningGateway({ connectors: [] });
    const { status } = await gateway.send('GET', '/docs/', { token: null });
    await gateway.stop();
    expect([200, 404, 503]).toContain(status);
  });
});
