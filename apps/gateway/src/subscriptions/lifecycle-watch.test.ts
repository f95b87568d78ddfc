import { randomBytes } from 'node:crypto';
import type { Connector } from '@connectory/connector-sdk';
import { type Clock, type EntitySyncState, systemClock } from '@connectory/context-store';
import { type ControlPlane, createControlPlane, EncryptionKeys, type WorkspaceId } from '@connectory/control-plane';
import { type ContextCopy, createRegistry } from '@connectory/core';
import { type Database, openDatabase } from '@connectory/database';
import { ledger } from '@connectory/test-support/fixture-connectors';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LifecycleWatch } from './lifecycle-watch.ts';

const hour = 3_600_000;
const begun = Date.parse('2027-01-01T12:00:00Z');
const ending: Connector = {
  ...ledger,
  upstream: { ...ledger.upstream, version: { pinned: '1', sunset: '2027-04-01' } },
} as Connector;

let database: Database;
let controlPlane: ControlPlane;
let workspaceId: WorkspaceId;
let connectionId: string;
let now: number;
let state: Partial<EntitySyncState>;
let watch: LifecycleWatch;
const errors: unknown[] = [];

beforeEach(async () => {
  database = await openDatabase(':memory:');
  controlPlane = await createControlPlane({ database, encryptionKeys: new EncryptionKeys([randomBytes(32)]) });
  workspaceId = (await controlPlane.workspaces.create('acme')).id;
  const draft = { connector: 'ledger', name: 'books', authentication: 'api_key', credentials: { api_key: 'key' } };
  connectionId = (await controlPlane.connections.create(workspaceId, draft)).id;
  now = begun;
  state = {};
  errors.length = 0;
  const idle = { entity: 'customers', phase: 'idle', errors: [], coverage: null, synced_at: at(0) };
  const copy = {
    states: async () => [{ ...idle, ...state }],
    schedule: () => ({ enabled: true, intervalSeconds: 7_200 }),
  };
  const clock: Clock = { ...systemClock, now: () => now };
  watch = new LifecycleWatch({
    controlPlane,
    copy: copy as unknown as ContextCopy,
    registry: createRegistry([ending]),
    clock,
    isDemo: false,
    onError: (error) => errors.push(error),
  });
});

afterEach(async () => {
  await controlPlane.close();
  await database.close();
  expect(errors).toEqual([]);
});

const at = (milliseconds: number) => new Date(begun + milliseconds).toISOString();
const failed = {
  phase: 'failed',
  errors: [{ partition: null, code: 'upstream_rejected', message: 'No access.' }],
} as const;

async function subscribe(...events: readonly ('sync.*' | 'connector.sunset' | 'token.*')[]): Promise<void> {
  const draft = { makerId: null, name: events.join(), url: 'https://hooks.example.com', events };
  await controlPlane.subscriptions.create(workspaceId, draft);
}

/** Looks twice, and returns what was reported since the connection was created. */
async function reported() {
  for (const _ of [1, 2]) await watch.look();
  const found = await controlPlane.lifecycleEvents.after(workspaceId, 1, 100);
  return found.map(({ type, data }) => ({ type, data }));
}

it('reports a copy whose pass failed once, and once that it recovered', async () => {
  await subscribe('sync.*');
  expect(await reported()).toEqual([]);
  state = failed;
  const failure = {
    type: 'sync.failed',
    data: {
      connection_id: connectionId,
      name: 'books',
      connector: 'ledger',
      entity: 'customers',
      synced_at: at(0),
      code: 'upstream_rejected',
      reason: 'No access.',
      coverage: null,
    },
  };
  expect(await reported()).toEqual([failure]);
  // The next pass has begun, and waits for a retry.
  for (const phase of ['running', 'waiting'] as const) {
    state = { phase };
    expect(await reported()).toEqual([failure]);
  }
  state = {};
  expect(await reported()).toMatchObject([failure, { type: 'sync.recovered', data: { entity: 'customers' } }]);
});

it('reports a copy that is older than three intervals, and one recovery of all that was reported', async () => {
  await subscribe('sync.*');
  now = begun + 6 * hour;
  expect(await reported()).toEqual([]);
  now += 1_000;
  expect(await reported()).toMatchObject([
    { type: 'sync.stale', data: { age_seconds: 6 * 3_600 + 1, max_age_seconds: 6 * 3_600, synced_at: at(0) } },
  ]);
  state = failed;
  expect((await reported()).map(({ type }) => type)).toEqual(['sync.stale', 'sync.failed']);
  state = { synced_at: at(6 * hour) };
  expect((await reported()).map(({ type }) => type)).toEqual(['sync.stale', 'sync.failed', 'sync.recovered']);
});

it('does not report a first pass that takes long, nor copies of a paused connection', async () => {
  await subscribe('sync.*');
  now = begun + 900_000 * hour;
  state = { phase: 'running', synced_at: null };
  expect(await reported()).toEqual([]);
  await controlPlane.connections.change(workspaceId, connectionId, { paused: true });
  state = failed;
  expect(await reported()).toEqual([]);
});

it('reports that an API version ends 90, 30 and 7 days before, once each', async () => {
  await subscribe('connector.sunset');
  const left = async (days: number) => {
    now = Date.parse('2027-04-01T00:00:00Z') - days * 24 * hour;
    return (await reported()).map(({ type, data }) => `${type} ${data.days_left}`);
  };
  expect(await left(91)).toEqual([]);
  expect(await left(90)).toEqual(['connector.sunset 90']);
  expect(await left(31)).toEqual(['connector.sunset 90']);
  expect(await left(29)).toEqual(['connector.sunset 90', 'connector.sunset 29']);
  const all = await left(7);
  expect(all.at(-1)).toBe('connector.sunset 7');
  expect(await left(-3)).toEqual(all);
});

it('looks at nothing without a subscription to what it finds', async () => {
  state = failed;
  now = Date.parse('2027-03-30');
  await subscribe('token.*');
  expect(await reported()).toEqual([]);
});
