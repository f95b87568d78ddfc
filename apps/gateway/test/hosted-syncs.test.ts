import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncPassesSchema, syncStatesSchema } from '../src/syncs/schemas.ts';
import { expectProblem } from './expect-problem.ts';
import {
  found,
  search,
  startHostedGateway,
  syncStates,
  syncsPath,
  untilStates,
  untilSynced,
} from './hosted-gateway.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startHostedGateway({ recordsPerEntity: 3 });
  await untilSynced(gateway, 'ledger');
});

afterAll(() => gateway.stop());

const customers = { query: {} };
const start = (id: string, body: unknown, token?: string) =>
  gateway.send('POST', syncsPath(id), { body, ...(token !== undefined && { token }) });

describe('before the first page', () => {
  it('a search says that it is too early and when to come back, and then responds', async () => {
    const slow = { kind: 'slow', milliseconds: 1500 } as const;
    gateway.sandbox.behaviors.next('ledger', slow, { match: { entity: 'customers', action: 'list' } });
    const id = await gateway.connect('ledger', 'slow', { check: false });
    const early = await search(gateway, id, 'customers', customers);
    const problem = expectProblem(early, 'context_store_not_ready');
    expect(problem.message).toMatch(/^The first synchronization of customers (is running|has not started)/);
    expect(problem.retryable).toBe(true);
    expect(early.headers['retry-after']).toBe('5');
    // A wrong query is wrong already.
    expectProblem(await search(gateway, id, 'customers', { query: { sort: 1 } }), 'invalid_query');
    await untilSynced(gateway, id, ['customers']);
    expect((await search(gateway, id, 'customers', customers)).json.data).toHaveLength(3);
  });

  it('the error that holds the synchronization up is named, and the wait is true', async () => {
    const busy = { kind: 'rate-limited', retryAfterSeconds: 120 } as const;
    gateway.sandbox.behaviors.next('ledger', busy, { match: { entity: 'customers', action: 'list' } });
    const id = await gateway.connect('ledger', 'busy', { check: false });
    await untilStates(gateway, id, ({ phase }) => phase === 'waiting', ['customers']);
    const early = await search(gateway, id, 'customers', customers);
    expect(expectProblem(early, 'context_store_not_ready').message).toContain('(upstream_rate_limited)');
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(100);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(120);
  });

  it('credentials that are refused make the connection need new ones, which start it again', async () => {
    const credentials = { api_key: 'sk_wrong' };
    const id = await gateway.connect('ledger', 'refused', { credentials, check: false });
    const path = `/api/v1/workspaces/test/connections/${id}`;
    let state = '';
    while (state !== 'reauthorization_required') {
      state = (await gateway.send('GET', path)).json.state;
      await pause(50);
    }
    await untilStates(gateway, id, ({ phase }) => phase === 'failed', ['customers']);
    // A request tries them again.
    expect((await start(id, {})).status).toBe(202);
    expectProblem(await search(gateway, id, 'customers', customers), 'context_store_not_ready');
    const right = { credentials: gateway.sandbox.credentials('ledger') };
    expect((await gateway.send('PATCH', path, { body: right })).status).toBe(200);
    await untilSynced(gateway, id, ['customers']);
    expect((await search(gateway, id, 'customers', customers)).json.data).toHaveLength(3);
  });
});

describe('a synchronization that is asked for', () => {
  it('runs the entities named, and the states tell', async () => {
    const before = await syncStates(gateway, 'ledger');
    const asked = await start(gateway.connection('ledger'), { entities: ['charges'], full: true });
    expect(asked.status).toBe(202);
    expect(syncStatesSchema.parse(asked.json)).toEqual(asked.json);
    const isNew = ({ entity, pass, phase }: { entity: string; pass: number; phase: string }) =>
      pass > (before.get(entity)?.pass ?? 0) && phase === 'idle';
    const after = await untilStates(gateway, 'ledger', isNew, ['charges']);
    expect(after.get('charges')).toMatchObject({ kind: 'full', rows: 3, added: 0, changed: 0, removed: 0 });
    expect(after.get('customers')?.pass).toBe(before.get('customers')?.pass);
    expect(Date.parse(after.get('charges')?.synced_at ?? '')).toBeGreaterThan(
      Date.parse(before.get('charges')?.synced_at ?? ''),
    );
  });

  it('finds what was deleted behind the back of the gateway', async () => {
    const [one] = await found(gateway, 'ledger', 'customers', {});
    const direct = await gateway.connect('ledger', 'another account of the same upstream', { check: false });
    const remove = { entity: 'customers', action: 'delete', params: { id: one?.id } };
    expect((await gateway.execute(direct, remove)).status).toBe(200);
    expect(await found(gateway, 'ledger', 'customers', { eq: { id: one?.id } })).toHaveLength(1);
    await start(gateway.connection('ledger'), { entities: ['customers'], full: true });
    await untilStates(gateway, 'ledger', ({ removed, phase }) => removed === 1 && phase === 'idle', ['customers']);
    expect(await found(gateway, 'ledger', 'customers', { eq: { id: one?.id } })).toEqual([]);
  });

  it('is refused when it is not understood', async () => {
    const id = gateway.connection('ledger');
    expect(expectProblem(await start(id, { entities: ['customer'] }), 'unknown_entity').message).toContain('customers');
    for (const body of [{ entity: 'customers' }, { full: 'yes' }, { entities: [] }, { entities: [7] }]) {
      expectProblem(await start(id, body), 'invalid_params');
    }
    expectProblem(await start(id, []), 'invalid_params');
  });

  it('needs a token that may manage the workspace; looking at the states does not', async () => {
    const id = gateway.connection('ledger');
    const token = await gateway.tokenWith({});
    expectProblem(await start(id, {}, token), 'forbidden');
    expect((await gateway.send('GET', syncsPath(id), { token })).status).toBe(200);
    expectProblem(await gateway.send('GET', syncsPath(id), { token: null }), 'unauthenticated');
    expectProblem(await gateway.send('GET', syncsPath('00000000-0000-4000-8000-000000000000')), 'connector_not_found');
  });
});

describe('a token for some connectors and entities', () => {
  it('sees the states of those alone', async () => {
    const token = await gateway.tokenWith({ connectors: ['ledger'], entities: ['customers'] });
    const { json } = await gateway.send('GET', syncsPath(gateway.connection('ledger')), { token });
    expect(json.data.map(({ entity }: { entity: string }) => entity)).toEqual(['customers']);
    const other = syncsPath(gateway.connection('help-centre'));
    expectProblem(await gateway.send('GET', other, { token }), 'connector_not_found');
  });

  it('that may manage synchronizes those alone', async () => {
    const token = await gateway.tokenWith({ manage: true, connectors: ['ledger'], entities: ['customers', 'tickets'] });
    const id = gateway.connection('ledger');
    expectProblem(await start(id, { entities: ['customers', 'charges'] }, token), 'forbidden');
    const passes = async () => {
      const { json } = await gateway.send('GET', syncsPath(id));
      const states: readonly { entity: string; pass: number }[] = json.data;
      return new Map(states.map(({ entity, pass }) => [entity, pass]));
    };
    const before = await passes();
    expect((await start(id, { full: true }, token)).json.data).toHaveLength(1);
    await untilStates(gateway, id, ({ pass }) => pass > (before.get('customers') ?? 0), ['customers']);
    expect((await passes()).get('charges')).toBe(before.get('charges'));
    expectProblem(await start(gateway.connection('help-centre'), {}, token), 'connector_not_found');
  });
});

describe('a connection', () => {
  const one = (id: string) => `/api/v1/workspaces/test/connections/${id}`;

  it('shows how many records each copy has, and how often it is read', async () => {
    const sync = {
      interval_minutes: 240,
      entities: { customers: { interval_minutes: 15 }, charges: { enabled: false } },
    };
    const id = await gateway.connect('ledger', 'scheduled', { check: false });
    await untilSynced(gateway, id, ['customers', 'charges']);
    expect((await gateway.send('PATCH', one(id), { body: { sync, check: false } })).status).toBe(200);
    const states = await syncStates(gateway, id);
    const { length: records } = await found(gateway, id, 'customers', {});
    expect(states.get('customers')).toMatchObject({ records, enabled: true, interval_minutes: 15 });
    expect(states.get('charges')).toMatchObject({ records: 3, enabled: false, interval_minutes: 240 });
  });

  it('lists what the last passes of an entity did, newest first, within the policy of the token', async () => {
    const id = await gateway.connect('ledger', 'with a history', { check: false });
    await untilSynced(gateway, id, ['customers']);
    const passesOf = (entity: string, token?: string) =>
      gateway.send('GET', `${syncsPath(id)}/${entity}/passes`, { ...(token !== undefined && { token }) });
    await start(id, { entities: ['customers'], full: true });
    const states = await untilStates(gateway, id, ({ pass, phase }) => pass === 2 && phase === 'idle', ['customers']);
    const records = states.get('customers')?.records;
    const { json } = await passesOf('customers');
    expect(syncPassesSchema.parse(json)).toEqual(json);
    expect(json.data).toMatchObject([
      { pass: 2, kind: 'full', rows: records, added: 0, changed: 0, removed: 0, error: null },
      { pass: 1, kind: 'full', rows: records, added: records, changed: 0, removed: 0, error: null },
    ]);
    expectProblem(await passesOf('customer'), 'unknown_entity');
    const token = await gateway.tokenWith({ entities: ['charges'] });
    expectProblem(await passesOf('customers', token), 'forbidden');
    expect((await passesOf('charges', token)).status).toBe(200);
  });

  it('whose settings change is synchronized by the new ones', async () => {
    await untilSynced(gateway, 'repository-host', ['repositories', 'organizations']);
    const id = gateway.connection('repository-host');
    const { settings } = (await gateway.send('GET', one(id))).json;
    expect(await found(gateway, id, 'organizations', {})).toHaveLength(1);
    const changed = { settings: { ...settings, organizations: [] } };
    expect((await gateway.send('PATCH', one(id), { body: changed })).status).toBe(200);
    await untilStates(gateway, id, ({ removed, phase }) => removed === 1 && phase === 'idle', ['organizations']);
    expect(await found(gateway, id, 'organizations', {})).toEqual([]);
  });

  it('that is deleted takes its copies with it, also while they are being filled', async () => {
    const id = await gateway.connect('ledger', 'short-lived');
    await untilSynced(gateway, id, ['customers']);
    expect(await copyFiles(id)).not.toEqual([]);
    expect((await gateway.send('DELETE', one(id))).status).toBe(200);
    expectProblem(await search(gateway, id, 'customers', customers), 'connector_not_found');
    expect(await copyFiles(id)).toEqual([]);
    gateway.sandbox.behaviors.next('ledger', { kind: 'slow', milliseconds: 60_000 }, { match: { action: 'list' } });
    const busy = await gateway.connect('ledger', 'deleted at once', { check: false });
    await untilStates(gateway, busy, ({ phase }) => phase === 'running', ['customers']);
    expect((await gateway.send('DELETE', one(busy))).status).toBe(200);
    gateway.sandbox.behaviors.clear('ledger');
    expect(await copyFiles(busy)).toEqual([]);
  });
});

/** The files of the store that belong to a connection. */
async function copyFiles(id: string): Promise<readonly string[]> {
  const files = await readdir(join(gateway.dataDirectory, 'context-store'));
  return files.filter((file) => file.startsWith(id));
}

it('a copy that is damaged is told as such, and the log says which file', async () => {
  const id = await gateway.connect('ledger', 'broken', { check: false });
  await untilSynced(gateway, id);
  const directory = join(gateway.dataDirectory, 'context-store');
  for (const file of await copyFiles(id)) await rm(join(directory, file));
  await writeFile(join(directory, `${id}.sqlite`), 'this is no database '.repeat(1000));
  const headers = { 'x-request-id': 'broken-store' };
  const response = await search(gateway, id, 'customers', customers, { headers });
  const problem = expectProblem(response, 'database_unavailable');
  expect(problem).toMatchObject({
    retryable: false,
    message: expect.stringContaining('is damaged. Stop the gateway and delete'),
  });
  expect(problem.message).not.toContain(gateway.dataDirectory);
  const line = gateway
    .log()
    .split('\n')
    .find((entry) => entry.includes('broken-store') && entry.includes(`context-store/${id}.sqlite`));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 40, code: 'database_unavailable' });
  // A write through the gateway succeeds all the same.
  const create = { entity: 'customers', action: 'create', params: { name: 'Ada' } };
  expect((await gateway.execute(id, create)).status).toBe(200);
  expect((await search(gateway, 'ledger', 'customers', customers)).status).toBe(200);
  const path = `/api/v1/workspaces/test/connections/${id}`;
  expect((await gateway.send('DELETE', path)).status).toBe(200);
  expect(await copyFiles(id)).toEqual([]);
});

it('a gateway in direct mode keeps no copies and says so', async () => {
  const direct = await startRunningGateway({ recordsPerEntity: 3 });
  const problem = expectProblem(await search(direct, 'ledger', 'customers', customers), 'hosted_mode_required');
  expect(problem.message).toContain('direct mode');
  const path = syncsPath(direct.connection('ledger'));
  expectProblem(await direct.send('GET', path), 'hosted_mode_required');
  expectProblem(await direct.send('POST', path, { body: {} }), 'hosted_mode_required');
  await direct.stop();
});

it('a gateway is ready when its store is', async () => {
  expect((await gateway.send('GET', '/readyz')).json).toEqual({ status: 'ready', reason: null, upstreams: [] });
});

it('no error of a synchronization is without a line in the log, and none tells a secret or a record', async () => {
  const lines = gateway
    .log()
    .split('\n')
    .filter((line) => line.includes('"connection_id"'))
    .map((line) => JSON.parse(line));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(Object.keys(line).sort()).toEqual(
      expect.arrayContaining(['connection_id', 'entity', 'level', 'msg', 'time']),
    );
    expect(['synchronization paused', 'synchronization failed unexpectedly']).toContain(line.msg);
    expect(Object.keys(line.error ?? {})).not.toContain('message');
  }
  expect(gateway.log()).not.toContain('sk_wrong');
});
