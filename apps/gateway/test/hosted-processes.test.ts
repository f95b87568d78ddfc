import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { openDatabase } from '@connectory/database';
import { everyRow, type PostgresServer, startPostgres } from '@connectory/database/testing';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { fixtureConnectors, installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EntitySyncBody } from '../src/syncs/schemas.ts';
import { type GatewayProcess, startGatewayProcess, temporaryDirectory } from './gateway-process.ts';
import { adminToken, draftConnection, executePath } from './running-gateway.ts';

const records = 8;
const secretKey = randomBytes(32).toString('base64');
let postgres: PostgresServer;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let upstreams: RunningSandbox;
const running: GatewayProcess[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

beforeEach(async () => {
  directory = await temporaryDirectory();
  upstreams = await startSandbox({
    connectors: fixtureConnectors,
    sandboxes: fixtureSandboxes,
    recordsPerEntity: records,
  });
});

/** The comments are read ticket by ticket: after three of them, each response takes so long that a process can be stopped meanwhile. */
function holdComments(milliseconds: number): void {
  const hold = (ms: number, times: number) =>
    upstreams.sandbox.behaviors.next(
      'help-centre',
      { kind: 'slow', milliseconds: ms },
      { times, match: { entity: 'ticket_comments' } },
    );
  hold(1, 3);
  hold(milliseconds, 1000);
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((gateway) => gateway.stop('SIGKILL')));
  await upstreams.stop();
  await directory.remove();
});

async function start(databaseUrl: string): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess('main', {
    PORT: '0',
    CONNECTORY_DATA_DIR: directory.path,
    CONNECTORY_DATABASE_URL: databaseUrl,
    CONNECTORY_SECRET_KEY: secretKey,
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    CONNECTORY_TRUSTED_CONNECTORS: await installFixtureConnectors(directory.path),
  });
  running.push(gateway);
  return gateway;
}

async function call({ url }: GatewayProcess, path: string, body?: unknown, token = adminToken): Promise<RawValue> {
  const response = await request(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.body.text();
  if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${text}`);
  return JSON.parse(text);
}

/** Creates a workspace with a token and a connection to the help centre, whose synchronization begins at once. */
async function connect(gateway: GatewayProcess, name = 'main'): Promise<{ id: string; token: string; syncs: string }> {
  await call(gateway, '/api/v1/workspaces', { name });
  const { token } = await call(gateway, `/api/v1/workspaces/${name}/tokens`, { name });
  const draft = { ...draftConnection(fixtureConnectors, upstreams, 'help-centre'), name: 'desk' };
  const { id } = await call(gateway, `/api/v1/workspaces/${name}/connections`, draft);
  return { id, token, syncs: `/api/v1/workspaces/${name}/connections/${id}/syncs` };
}

async function untilStates(
  gateway: GatewayProcess,
  path: string,
  areWanted: (states: ReadonlyMap<string, EntitySyncBody>) => boolean,
): Promise<ReadonlyMap<string, EntitySyncBody>> {
  for (;;) {
    const { data } = await call(gateway, path);
    const states = new Map<string, EntitySyncBody>(data.map((state: EntitySyncBody) => [state.entity, state]));
    if (areWanted(states)) return states;
    await pause(50);
  }
}

const isHalfRead = (states: ReadonlyMap<string, EntitySyncBody>) => (states.get('ticket_comments')?.pages ?? 0) >= 3;
const areAllRead = (states: ReadonlyMap<string, EntitySyncBody>) =>
  [...states.values()].every(({ finished_at: finished, phase }) => finished !== null && phase === 'idle');
const commentPages = () => upstreams.sandbox.requests.filter(({ url }) => /\/tickets\/\d+\/comments/.test(url)).length;

async function count(gateway: GatewayProcess, id: string, token: string, entity: string): Promise<number> {
  const body = { entity, action: 'context_store_search', params: { query: {} } };
  return (await call(gateway, executePath(id), body, token)).data.length;
}

it('of two processes on one PostgreSQL one is killed while it synchronizes, and the other goes on at its page', async () => {
  holdComments(600_000);
  const first = await start(postgres.url);
  const { id, token, syncs } = await connect(first);
  await untilStates(first, syncs, isHalfRead);
  const second = await start(postgres.url);
  expect(await count(second, id, token, 'tickets')).toBe(records);
  await first.stop('SIGKILL');
  upstreams.sandbox.behaviors.clear('help-centre');
  const { pages = 0, coverage } = (await untilStates(second, syncs, isHalfRead)).get('ticket_comments') ?? {};
  expect(coverage).toMatchObject({ total: records });
  expect(pages).toBe(3);

  // Nobody asks for it: the second process notices the death.
  const states = await untilStates(second, syncs, areAllRead);
  expect(states.get('ticket_comments')).toMatchObject({ rows: records, errors: [] });
  // The page that was being read is read again, and no other.
  expect(commentPages()).toBeLessThanOrEqual((states.get('ticket_comments')?.pages ?? 0) + 1);
  for (const [entity, { rows }] of states) expect(await count(second, id, token, entity), entity).toBe(rows);
  const filter = { query: { filter: { eq: { ticket_id: null } } }, explain: true };
  const search = { entity: 'ticket_comments', action: 'context_store_search', params: filter };
  expect((await call(second, executePath(id), search, token)).meta.plan.dialect).toBe('postgres');
});

it('a process that is killed while it synchronizes its files is followed by one that goes on by itself', async () => {
  holdComments(600_000);
  const file = join(directory.path, 'connectory.sqlite');
  const first = await start(file);
  const { id, token, syncs } = await connect(first);
  await untilStates(first, syncs, isHalfRead);
  await first.stop('SIGKILL');
  upstreams.sandbox.behaviors.clear('help-centre');
  const second = await start(file);
  const states = await untilStates(second, syncs, areAllRead);
  expect(states.get('ticket_comments')).toMatchObject({ pass: 1, rows: records, errors: [] });
  expect(commentPages()).toBeLessThanOrEqual((states.get('ticket_comments')?.pages ?? 0) + 1);
  expect(await count(second, id, token, 'ticket_comments')).toBe(records);
});

it('a process that is told to stop ends after its page, and the next one goes on there at once', async () => {
  holdComments(2_000);
  const file = join(directory.path, 'connectory.sqlite');
  const first = await start(file);
  const { id, token, syncs } = await connect(first);
  await untilStates(first, syncs, isHalfRead);
  expect(await first.stop('SIGTERM')).toBe(0);
  expect(first.output().stderr).toBe('');
  upstreams.sandbox.behaviors.clear('help-centre');
  const read = commentPages();
  expect(read).toBeLessThan(records);

  const second = await start(file);
  const states = await untilStates(second, syncs, areAllRead);
  expect(states.get('ticket_comments')).toMatchObject({ pass: 1, rows: records, errors: [] });
  expect(commentPages()).toBe(states.get('ticket_comments')?.pages);
  expect(await count(second, id, token, 'ticket_comments')).toBe(records);
});

it('a process that is killed while it deletes a workspace is followed by one that completes the deletion', async () => {
  const database = await openDatabase(postgres.url);
  const tables = database.tables<{
    context_store_feeds: { connection_id: string };
    deleted_connections: { id: string; copy_removed_at: string | null };
  }>();
  const first = await start(postgres.url);
  const { id, syncs } = await connect(first, 'former');
  await untilStates(first, syncs, areAllRead);
  // The copy cannot be removed while its feed is locked.
  await tables.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('context_store_feeds')
      .set({ connection_id: id })
      .where('connection_id', '=', id)
      .execute();
    const deletion = request(`${first.url}/api/v1/workspaces/former`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${adminToken}` },
    }).catch((error: unknown) => error);
    const isBegun = () => tables.selectFrom('deleted_connections').select('id').where('id', '=', id).executeTakeFirst();
    while ((await isBegun()) === undefined) await pause(25);
    await first.stop('SIGKILL');
    expect(await deletion).toBeInstanceOf(Error);
  });
  const second = await start(postgres.url);
  const removed = () =>
    tables.selectFrom('deleted_connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  while ((await removed()).copy_removed_at === null) await pause(25);
  const left = [...(await everyRow(database))].filter(([, rows]) => rows.some((row) => row.includes(id)));
  expect(left.map(([table]) => table)).toEqual(['deleted_connections']);
  await database.close();
  const names = async () => (await call(second, '/api/v1/workspaces')).data.map(({ name }: RawValue) => name);
  expect(await names()).not.toContain('former');
});
