import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../src/index.ts';
import { demoHeaders } from './send-action.ts';
import { forge } from './toys/forge.ts';
import { pages } from './toys/pages.ts';
import { people } from './toys/people.ts';
import { toySandboxes } from './toys/sandboxes.ts';
import { shop } from './toys/shop.ts';

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ connectors: [shop, pages, people, forge], sandboxes: toySandboxes });
});
afterAll(() => running.stop());

const toys = [shop, pages, people, forge];
const word = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'id',
    '..',
    '%2e%2e',
    '%00',
    'limit',
    'cursor',
    'q',
    'page',
    'a[b]',
    'a[__proto__][x]',
  ),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
);
const path = fc.oneof(
  fc.constantFrom(
    '/api/v2/products.json',
    '/api/v2/orders.json',
    '/api/v2/orders/1/cancel.json',
    '/lasts',
    '/urls',
    '/linked',
  ),
  fc.constantFrom(
    '/person.list',
    '/person.info',
    '/graphql',
    '/oauth/token',
    '/files/attachments/101',
    '/files/%2e/..',
  ),
  fc.array(word, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
);
const query = fc
  .array(fc.tuple(word, word), { maxLength: 4 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
// Named rather than generated, so that a counterexample can be read.
const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
const body = fc.oneof(
  fc.json({ maxDepth: 5 }),
  fc.string(),
  fc
    .record({
      query: fc.oneof(fc.string(), fc.constant('{ project(owner: "a", name: {x: $y}) { id } }')),
      variables: fc.jsonValue(),
    })
    .map((value) => JSON.stringify(value)),
  query,
  fc.constant('deep'),
  fc.constant('{"__proto__":{"polluted":true},"product":{"__proto__":{"polluted":true}}}'),
);
const type = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json; charset=x',
);

describe('whatever is sent', () => {
  it('is answered, refused by the vendor at worst', async () => {
    const headers = new Map<string, Record<string, string>>();
    for (const toy of toys) headers.set(toy.id, await demoHeaders(running, toy));
    const request = fc.record({
      toy: fc.constantFrom(...toys.map(({ id }) => id)),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
      path,
      query,
      body,
      type,
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ toy, ...sent }) => {
        const response = await fetch(`${running.origin}/${toy}${sent.path}?${sent.query}`, {
          method: sent.method,
          headers: { ...headers.get(toy), 'content-type': sent.type },
          ...(sent.method !== 'GET' && { body: sent.body === 'deep' ? deep : sent.body }),
        });
        expect(response.status, await response.text()).toBeLessThan(500);
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      }),
      { numRuns: 600 },
    );
  });

  it('may break off', async () => {
    const { port } = new URL(running.origin);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write('POST /shop/api/v2/products.json HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"product"');
        socket.destroy();
        socket.once('close', () => resolve());
      });
    });
    expect((await fetch(`${running.origin}/shop/api/v2/products.json`)).status).toBe(401);
  });
});
