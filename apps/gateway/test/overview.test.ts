import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AttentionBody } from '../src/overview/schemas.ts';
import { expectProblem } from './expect-problem.ts';
import { startHostedGateway, untilStates, untilSynced } from './hosted-gateway.ts';
import { adminToken, type RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startHostedGateway({ recordsPerEntity: 3 });
  await untilSynced(gateway, 'ledger');
});

afterAll(() => gateway.stop());

const overview = async (query = '', token?: string) => {
  const response = await gateway.send('GET', `/api/v1/workspaces/test/overview${query}`, token ? { token } : {});
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  return response.json.data;
};

const attention = async (wanted: (item: AttentionBody) => boolean, token?: string): Promise<AttentionBody> => {
  for (;;) {
    const found = ((await overview('', token)).attention as AttentionBody[]).find(wanted);
    if (found !== undefined) return found;
    await pause(50);
  }
};

it('counts the calls of the last day and week, and those of each connection', async () => {
  const list = { entity: 'customers', action: 'list', params: { limit: 1 } };
  for (let call = 0; call < 3; call += 1) expect((await gateway.execute('ledger', list)).status).toBe(200);
  expect((await gateway.execute('ledger', { ...list, action: 'get', params: { id: 'none' } })).status).toBe(404);
  const id = gateway.connection('ledger');
  const day = await overview();
  expect(day.totals).toEqual({ calls: 4, errors: 1, p95_ms: expect.any(Number) });
  expect(day.connections).toEqual([{ id, calls: 4, errors: 1 }]);
  expect(day.intervals).toHaveLength(24);
  expect(day.intervals.at(-1).calls + day.intervals.at(-2).calls).toBe(4);
  const week = await overview('?hours=168');
  expect(week.totals).toEqual(day.totals);
  expect(week.intervals).toHaveLength(28);
  expectProblem(await gateway.send('GET', '/api/v1/workspaces/test/overview?hours=25'), 'invalid_params');
});

it('shows a token only its own calls unless it may manage the workspace, and only connections that it may use', async () => {
  const plain = await gateway.tokenWith({});
  await gateway.execute('ledger', { entity: 'customers', action: 'list' }, { token: plain });
  expect((await overview('', plain)).totals.calls).toBe(1);
  const stranger = await gateway.tokenWith({ manage: true, connectors: ['none'] });
  expect(await overview('', stranger)).toMatchObject({ totals: { calls: 0 }, connections: [], attention: [] });
});

it('says which connections need new credentials, and since when', async () => {
  const id = await gateway.connect('ledger', 'refused', { credentials: { api_key: 'sk_wrong' }, check: false });
  const found = await attention((item) => item.kind === 'reconnect' && item.connection_id === id);
  expect(found).toMatchObject({ entity: null, subscription_id: null, since: expect.stringMatching(/^20/) });
  expect(found.message).toMatch(/^The vendor rejects the credentials of "refused".*[^.]\.$/);
  await gateway.send('PATCH', `/api/v1/workspaces/test/connections/${id}`, { body: { paused: true } });
  expect(((await overview()).attention as AttentionBody[]).map((item) => item.connection_id)).not.toContain(id);
});

it('says which copies fail, and why', async () => {
  const match = { entity: 'customers', action: 'list' };
  gateway.sandbox.behaviors.next('ledger', { kind: 'missing-permission' }, { match, times: 50 });
  const id = await gateway.connect('ledger', 'broken', { check: false });
  await untilStates(gateway, id, ({ phase, errors }) => phase !== 'running' && errors.length > 0, ['customers']);
  const found = await attention((item) => item.connection_id === id && item.kind === 'failing_sync');
  expect(found).toMatchObject({ entity: 'customers' });
  expect(found.message).toContain('The last pass of customers of "broken" failed');
  gateway.sandbox.behaviors.clear();
});

it('says which subscription is paused, to tokens that may manage the workspace', async () => {
  const collection = '/api/v1/workspaces/test/subscriptions';
  const created = await gateway.send('POST', '/api/v1/workspaces/test/tokens', {
    token: adminToken,
    body: { name: 'maker', policy: { manage: true } },
  });
  const body = { name: 'hooks', url: 'http://127.0.0.1:9/', connections: ['ledger'], entities: ['customers'] };
  const { id } = (await gateway.send('POST', collection, { token: created.json.token, body })).json;
  await gateway.send('DELETE', `/api/v1/workspaces/test/tokens/${created.json.id}`, { token: adminToken });
  const found = await attention((item) => item.subscription_id === id);
  expect(found).toMatchObject({ kind: 'failed_deliveries', connection_id: null });
  expect(found.message).toContain('The subscription "hooks" is paused: ');
  const plain = await gateway.tokenWith({});
  const seen = (await overview('', plain)).attention as AttentionBody[];
  expect(seen.filter((item) => item.subscription_id !== null)).toEqual([]);
});

it('asks for nothing about a paused connection but its credentials', async () => {
  const match = { entity: 'customers', action: 'list' };
  gateway.sandbox.behaviors.next('ledger', { kind: 'missing-permission' }, { match, times: 50 });
  const id = await gateway.connect('ledger', 'resting', { check: false });
  await untilStates(gateway, id, ({ phase, errors }) => phase !== 'running' && errors.length > 0, ['customers']);
  await attention((item) => item.connection_id === id);
  const pausing = await gateway.send('PATCH', `/api/v1/workspaces/test/connections/${id}`, { body: { paused: true } });
  expect(pausing.status, pausing.text.slice(0, 300)).toBe(200);
  const items = (await overview()).attention as AttentionBody[];
  expect(items.filter((item) => item.connection_id === id)).toEqual([]);
  gateway.sandbox.behaviors.clear();
});
