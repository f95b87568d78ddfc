import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connector } from '@connectory/connector-sdk';
import {
  type Clock,
  type ContextStore,
  FairTurns,
  openSqliteStore,
  type StoredRecord,
} from '@connectory/context-store';
import {
  type ControlPlane,
  createControlPlane,
  EncryptionKeys,
  type Subscription,
  type WorkspaceId,
} from '@connectory/control-plane';
import { ContextCopy, createRegistry } from '@connectory/core';
import { type Database, openDatabase } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { createEgressGuard, createUpstreamClient, type WebhookSender } from '@connectory/upstream';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { SubscriptionWork } from './subscription-work.ts';

/** How many changes are delivered: every run of the tests some, `CONNECTORY_DELIVERIES` asks for more. */
const wanted = Number(process.env.CONNECTORY_DELIVERIES ?? 150);
const records = 40;

let directory: string;
let database: Database;
let controlPlane: ControlPlane;
let store: ContextStore;
let copy: ContextCopy;
let workspaceId: WorkspaceId;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'subscription-work-'));
  database = await openDatabase(join(directory, 'control.sqlite'));
  controlPlane = await createControlPlane({ database, encryptionKeys: new EncryptionKeys([randomBytes(32)]) });
  store = openSqliteStore(join(directory, 'copies'));
  const upstream = createUpstreamClient({ guard: createEgressGuard() });
  copy = new ContextCopy({
    store,
    registry: createRegistry(fixtureConnectors as readonly Connector[]),
    controlPlane,
    upstream,
    onError: () => {},
  });
  workspaceId = (await controlPlane.workspaces.create('acme')).id;
});

afterEach(async () => {
  await store.close();
  await controlPlane.close();
  await database.close();
  rmSync(directory, { recursive: true });
});

/** A clock on which no time passes but what is waited for. */
function hurriedClock(): Clock {
  let now = Date.now();
  return {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
      await new Promise((resolve) => setImmediate(resolve));
    },
    after: () => () => {},
  };
}

const reconnectLink = async () => null;

async function newConnection(name: string): Promise<string> {
  const credentials = { api_key: 'key' };
  const draft = { connector: 'ledger', name, authentication: 'api_key', credentials };
  return (await controlPlane.connections.create(workspaceId, draft)).id;
}

/** Changes some records again and again: each time, a sequence of its own. */
async function change(connectionId: string, times: number): Promise<void> {
  const ledger = { connector: 'ledger', ownRevision: null, sync: {} } as Parameters<ContextCopy['layouts']>[0];
  const layout = (await copy.layouts(ledger)).find(({ entity }) => entity === 'customers');
  if (layout === undefined) throw new Error('There are customers.');
  for (let done = 0; done < times; done += records) {
    const upserts = Array.from({ length: Math.min(records, times - done) }, (_, index): StoredRecord => {
      const id = `cus_${index}`;
      return { key: JSON.stringify([id]), document: { id, name: `Name ${done + index}` } };
    });
    await store.apply({ connectionId, layout }, { upserts, deletedKeys: [], generation: 1, cause: 'write' });
  }
}

interface Taken {
  readonly id: string;
  readonly key: string;
  readonly sequence: number;
}

it('pauses a subscription whose filter takes too long, and sends nothing', async () => {
  const connectionId = await newConnection('ledger');
  await change(connectionId, 3);
  const filter = { fuzzy: { name: 'something' } };
  const draft = { makerId: null, name: 'costly', url: 'https://hooks.example.com', entities: ['customers'], filter };
  const { subscription } = await controlPlane.subscriptions.create(workspaceId, draft);
  const asked = vi.spyOn(copy, 'matches').mockRejectedValue(new GatewayError('search_timeout', 'It is too costly.'));
  const sender: WebhookSender = { send: () => Promise.reject(new Error('nothing to send')), close: async () => {} };
  const clock = hurriedClock();
  const parts = {
    controlPlane,
    copy,
    sender,
    clock,
    random: Math.random,
    turns: new FairTurns(64),
    observe: () => {},
    reconnectLink,
  };
  await new SubscriptionWork(parts, subscription, new AbortController().signal).run();
  expect(asked).toHaveBeenCalledOnce();
  expect(await controlPlane.subscriptions.get(workspaceId, subscription.id)).toMatchObject({
    state: 'paused',
    stateReason: 'It is too costly.',
  });
});

it('pauses a subscription whose token has expired, and sends nothing', async () => {
  const connectionId = await newConnection('ledger');
  await change(connectionId, 3);
  const newToken = { name: 'short', policy: { manage: true }, expiresAt: new Date(Date.now() + 60_000).toISOString() };
  const { token } = await controlPlane.tokens.create(workspaceId, newToken);
  const draft = { makerId: token.id, name: 'expired', url: 'https://hooks.example.com', entities: ['customers'] };
  const { subscription } = await controlPlane.subscriptions.create(workspaceId, draft);
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const sender: WebhookSender = { send: () => Promise.reject(new Error('nothing to send')), close: async () => {} };
  const clock = hurriedClock();
  const parts = {
    controlPlane,
    copy,
    sender,
    clock,
    random: Math.random,
    turns: new FairTurns(64),
    observe: () => {},
    reconnectLink,
  };
  await new SubscriptionWork(parts, subscription, new AbortController().signal).run();
  expect(await controlPlane.subscriptions.get(workspaceId, subscription.id)).toMatchObject({
    state: 'paused',
    stateReason: expect.stringContaining('expired'),
  });
  expect((await controlPlane.subscriptions.deliveries.list(subscription.id, {})).items).toEqual([]);
});

it('informs a receiver that lifecycle events expired while it was paused, and delivers the rest', async () => {
  for (const name of ['one', 'two']) await controlPlane.tokens.create(workspaceId, { name });
  vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000, toFake: ['Date'] });
  await controlPlane.upkeep.removeOld();
  vi.useRealTimers();
  await controlPlane.tokens.create(workspaceId, { name: 'three' });
  const draft = { makerId: null, name: 'late', url: 'https://hooks.example.com', events: ['token.*'] as const };
  const { subscription } = await controlPlane.subscriptions.create(workspaceId, draft);
  const taken: { readonly type: string; readonly data: Record<string, unknown> }[] = [];
  const ended = new AbortController();
  const sender: WebhookSender = {
    send: async (_url, { body }) => {
      if (taken.push(JSON.parse(body)) === 2) ended.abort();
      return 204;
    },
    close: async () => {},
  };
  const clock = hurriedClock();
  const parts = {
    controlPlane,
    copy,
    sender,
    clock,
    random: Math.random,
    turns: new FairTurns(64),
    observe: () => {},
    reconnectLink,
  };
  await new SubscriptionWork(parts, subscription, ended.signal).run();
  expect(taken.toSorted((one, other) => one.type.localeCompare(other.type))).toMatchObject([
    { type: 'subscription.missed', data: { expired_events: 2 } },
    { type: 'token.created', data: { name: 'three' } },
  ]);
});

it(`${wanted} deliveries to a receiver that fails, stalls and lies: none is lost or out of order, repeats have their id`, async () => {
  const connectionId = await newConnection('ledger');
  await change(connectionId, wanted);
  const subscription = { makerId: null, name: 'all', url: 'https://hooks.example.com', entities: ['customers'] };
  const created = await controlPlane.subscriptions.create(workspaceId, subscription);
  const taken: Taken[] = [];
  let random = 7;
  const dice = (below: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((random / 2 ** 31) * below);
  };
  const sender: WebhookSender = {
    send: async (_url, { headers, body }) => {
      const outcome = dice(10);
      if (outcome === 0) return 500;
      if (outcome === 1) throw new Error('The receiver closed the connection.');
      const { data } = JSON.parse(body) as { data: { key: string[]; sequence: number } };
      taken.push({ id: headers['webhook-id'] ?? '', key: data.key.join(), sequence: data.sequence });
      // It took the delivery, and says or shows that it did not.
      if (outcome === 2) throw new Error('The receiver did not respond within 15 seconds.');
      return outcome === 3 ? 503 : 204;
    },
    close: async () => {},
  };
  const turns = new FairTurns(64);
  const attempts: string[] = [];
  const observe = (outcome: string) => attempts.push(outcome);
  const parts = {
    controlPlane,
    copy,
    sender,
    clock: hurriedClock(),
    random: Math.random,
    turns,
    observe,
    reconnectLink,
  };
  const { deliveries } = controlPlane.subscriptions;
  const isDone = async () =>
    (await deliveries.waiting(created.subscription.id)) === 0 && new Set(taken.map(({ id }) => id)).size === wanted;
  // The process dies again and again: what it was doing is done by the next.
  while (!(await isDone())) {
    const dies = new AbortController();
    const work = new SubscriptionWork(parts, created.subscription as Subscription, dies.signal).run();
    const until = taken.length + 200;
    while (taken.length < until && !(await isDone())) await new Promise((resolve) => setTimeout(resolve, 5));
    dies.abort();
    await work;
  }
  const ids = new Map<number, string>();
  const lastOf = new Map<string, number>();
  for (const { id, key, sequence } of taken) {
    expect(ids.get(sequence) ?? id).toBe(id);
    ids.set(sequence, id);
    // A repeat is of the latest of its record.
    expect(sequence).toBeGreaterThanOrEqual(lastOf.get(key) ?? 0);
    lastOf.set(key, sequence);
  }
  expect([...ids.keys()].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: wanted }, (_, index) => index + 1),
  );
  expect(taken.length).toBeGreaterThan(wanted);
  expect(attempts.filter((outcome) => outcome === 'delivered')).toHaveLength(wanted);
  expect(attempts).toContain('retried');
});
