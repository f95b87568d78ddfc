import { randomUUID } from 'node:crypto';
import type { RawValue } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { desk } from '../../test/sync/desk-connector.ts';
import { runOnce, type TestRun, testRun } from '../../test/sync/test-run.ts';
import { copyOf } from '../../test/sync/tracker-world.ts';
import { type OwnWrite, OwnWrites } from './own-writes.ts';
import type { PageRequest, SyncConnection } from './sync-source.ts';
import { readSyncState } from './sync-state.ts';

interface Copied {
  readonly connection: SyncConnection;
  readonly store: MemoryStore;
  readonly run: TestRun;
  readonly asked: readonly PageRequest[];
}

/** Synchronizes a connection whose upstream has these records, each entity answering the same ones for every partition. */
async function copied(
  settings: SyncConnection['settings'],
  records: Readonly<Record<string, readonly RawValue[]>>,
): Promise<Copied> {
  const asked: PageRequest[] = [];
  const store = new MemoryStore();
  const run = testRun(store, {
    readPage: async (request) => {
      asked.push(request);
      return { records: records[request.entity.name] ?? [], nextParams: null };
    },
  });
  const connection = { id: randomUUID(), workspaceId: 'acme', connector: desk, settings };
  await runOnce(run, connection);
  expect(run.errors).toEqual([]);
  return { connection, store, run, asked };
}

const write = ({ connection, store, run }: Copied, about: Pick<OwnWrite, 'entity' | 'action' | 'params' | 'result'>) =>
  new OwnWrites(store, run.touches).apply({ connection, ...about });

describe('search fields the record leaves out', () => {
  const comment = { id: 9, body: 'Hello', created_at: '2026-02-01T00:00:00Z' };

  it('hold the parameters the record was read with', async () => {
    const records = { tickets: [{ id: 35_436 }, { id: 7 }], ticket_comments: [comment] };
    const { connection, store } = await copied({}, records);
    expect((await copyOf(store, connection)).ticket_comments).toEqual({
      '["35436","9"]': { id: 9, body: 'Hello', ticket_id: 35_436, kind: 'public', timestamp: 1_769_904_000 },
      '["7","9"]': { id: 9, body: 'Hello', ticket_id: 7, kind: 'public', timestamp: 1_769_904_000 },
    });
  });

  it('hold those of a write of our own', async () => {
    const copy = await copied({}, { tickets: [{ id: 7 }], ticket_comments: [comment] });
    const result = { ...comment, id: 10 };
    const about = { entity: 'ticket_comments', action: 'create', params: { ticket_id: 7, body: 'Hello' } } as const;
    expect(await write(copy, { ...about, result })).toBe('applied');
    expect((await copyOf(copy.store, copy.connection)).ticket_comments).toMatchObject({
      '["7","10"]': { id: 10, ticket_id: 7, kind: 'public' },
    });
  });

  it('hold the parts of a setting, of which the last one takes the rest', async () => {
    const settings = { files: ['ada/engine/src/deep/read me.md', 'ada/engine/top.md'] };
    const { connection, store, asked } = await copied(settings, { files: [{ oid: 'a1', text: 'Text' }] });
    const paths = [
      { owner: 'ada', repo: 'engine', path: 'src/deep/read me.md' },
      { owner: 'ada', repo: 'engine', path: 'top.md' },
    ];
    const { files } = await copyOf(store, connection);
    expect(Object.values(files ?? {})).toEqual(paths.map((path) => ({ ...path, text: 'Text' })));
    expect(asked.filter(({ entity }) => entity.name === 'files').map(({ params }) => params)).toEqual(paths);
  });
});

describe('a delete of our own', () => {
  const subscription = { id: 'sub_1', object: 'subscription', status: 'active', canceled_at: null };
  const customer = { id: 'cus_1', object: 'customer', email: 'ada@example.com' };
  const records = { customers: [customer], subscriptions: [subscription] };
  const about = { entity: 'subscriptions', action: 'delete', params: { id: 'sub_1' } } as const;

  it('that returns only that the record is gone removes it', async () => {
    const copy = await copied({}, records);
    const result = { id: 'cus_1', object: 'customer', deleted: true };
    expect(await write(copy, { ...about, entity: 'customers', params: { id: 'cus_1' }, result })).toBe('applied');
    expect((await copyOf(copy.store, copy.connection)).customers).toEqual({});
  });

  it('that returns the record as it is now keeps it', async () => {
    const copy = await copied({}, records);
    const result = { ...subscription, status: 'canceled', canceled_at: 2 };
    expect(await write(copy, { ...about, result })).toBe('applied');
    expect((await copyOf(copy.store, copy.connection)).subscriptions).toMatchObject({
      '["sub_1"]': { status: 'canceled', canceled_at: 2 },
    });
  });

  it.each<[string, RawValue]>([
    ['nothing', undefined],
    ['an empty object', {}],
    ['the identity', { id: 'sub_1', object: 'subscription' }],
    ['the record, as deleted', { ...subscription, deleted: true }],
    ['something else about it', { id: 'sub_1', request: 'req_1' }],
  ])('that answers %s removes it', async (_what, result) => {
    const copy = await copied({}, records);
    expect(await write(copy, { ...about, result })).toBe('applied');
    expect((await copyOf(copy.store, copy.connection)).subscriptions).toEqual({});
  });
});

describe('a record that its upstream still returns as deleted', () => {
  const [open, other] = ['c1', 'c2'].map((id) => ({ id, state: 'open' }));
  const deleted = { ...open, state: 'deleted' };
  const customer = { id: 'cus_1', object: 'customer', email: 'ada@example.com' };

  it('leaves the copy with the page that shows it', async () => {
    const records: Record<string, readonly RawValue[]> = { claims: [open, other], customers: [customer] };
    const { connection, store, run } = await copied({}, records);
    records.claims = [deleted, other];
    records.customers = [{ id: 'cus_1', object: 'customer', deleted: true }];
    run.clock.pass(3600);
    await runOnce(run, connection);
    const copy = await copyOf(store, connection);
    expect([Object.keys(copy.claims ?? {}), Object.keys(copy.customers ?? {})]).toEqual([['["c2"]'], []]);
    expect(await readSyncState(store, connection, 'claims')).toMatchObject({ rows: 2, removed: 1, held: null });
    expect(await readSyncState(store, connection, 'customers')).toMatchObject({ removed: 1, held: null });
  });

  it('never enters the copy, whichever of two on a page comes last', async () => {
    const { connection, store } = await copied({}, { claims: [open, deleted, { ...other, state: 'deleted' }, other] });
    expect((await copyOf(store, connection)).claims).toEqual({ '["c2"]': other });
  });

  it('leaves the copy with a write of our own that returns it', async () => {
    const copy = await copied({}, { claims: [open, other] });
    const about = { entity: 'claims', action: 'update', params: { id: 'c1' } } as const;
    expect(await write(copy, { ...about, result: deleted })).toBe('applied');
    expect((await copyOf(copy.store, copy.connection)).claims).toEqual({ '["c2"]': other });
  });

  it('stays in the copy where deleted is a field of the record', async () => {
    const { connection, store } = await copied({}, { members: [{ id: 'm1', deleted: true }] });
    expect((await copyOf(store, connection)).members).toEqual({ '["m1"]': { id: 'm1', deleted: true } });
  });
});
