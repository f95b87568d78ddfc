import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

const get = (path: string) => gateway.send('GET', path, { token: null });

it('lists the documents that the reference can show, each of which is there, and nothing else about connectors', async () => {
  const { status, headers, json } = await get('/reference/documents.json');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(json).toEqual({ connectors: fixtureConnectors.map(({ id, vendor }) => ({ id, vendor })) });
  for (const { id } of json.connectors) expect((await get(`/openapi/${id}.json`)).status).toBe(200);
  expect((await gateway.send('POST', '/reference/documents.json', { token: null })).status).toBe(405);
});

it('lets the page run no script but its own, and reach no other host', async () => {
  // Whether it is built does not matter: the policy is on every response.
  const { headers } = await get('/reference/');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]),
  );
  expect(policy.join()).not.toMatch(/https?:|\*|unsafe-eval|script-src[^,]*unsafe/);
});
