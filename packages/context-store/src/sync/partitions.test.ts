import { GatewayError } from '@connectory/errors';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { trackerConnection } from '../../test/sync/test-run.ts';
import { tracker } from '../../test/sync/tracker-connector.ts';
import { type EntityPlan, entityPlans } from './entity-plan.ts';
import { partitionCount, partitionOf, partitionsAfter, readingParams } from './partitions.ts';
import type { SyncConnection } from './sync-source.ts';

function planOf(name: string): EntityPlan {
  const plan = entityPlans(tracker).find(({ entity }) => entity.name === name);
  if (plan === undefined) throw new Error(`no plan for ${name}`);
  return plan;
}

async function list(store: MemoryStore, connection: SyncConnection, entity: string, after: string | null = null) {
  const found: unknown[] = [];
  for await (const { mark, partition } of partitionsAfter(
    { store, connection, plan: planOf(entity), listed: null },
    after,
  )) {
    found.push([mark, GatewayError.is(partition) ? partition.code : partition]);
  }
  return found;
}

describe('partitions from a setting', () => {
  it('come in order, each once, and can be gone on with', async () => {
    const connection = trackerConnection([
      'bob/attic',
      'ada/engine',
      'bob/attic',
      'three/parts/here',
      '/x',
      'x/',
      'x',
      '',
    ]);
    const all = [
      ['/x', 'invalid_params'],
      ['ada/engine', ['ada', 'engine']],
      ['bob/attic', ['bob', 'attic']],
      ['three/parts/here', ['three', 'parts/here']],
      ['x', 'invalid_params'],
      ['x/', 'invalid_params'],
    ];
    expect(await list(new MemoryStore(), connection, 'repositories')).toEqual(all);
    expect(await list(new MemoryStore(), connection, 'repositories', 'ada/engine')).toEqual(all.slice(2));
    expect(
      await partitionCount({ store: new MemoryStore(), connection, plan: planOf('repositories'), listed: null }),
    ).toBe(6);
  });

  it('may be a single text, or missing', async () => {
    const one = { ...trackerConnection([]), settings: { repositories: 'ada/engine' } };
    expect(await list(new MemoryStore(), one, 'repositories')).toEqual([['ada/engine', ['ada', 'engine']]]);
    expect(await list(new MemoryStore(), { ...one, settings: {} }, 'repositories')).toEqual([]);
  });
});

describe('partitions from parents', () => {
  it('are read page by page in key order, with what the parent was read with', async () => {
    const store = new MemoryStore();
    const connection = trackerConnection([]);
    const records = Array.from({ length: 450 }, (_, index) => ({
      key: JSON.stringify(['ada', 'engine', String(index)]),
      document: { number: index },
    }));
    await store.writePage(
      { connectionId: connection.id, layout: planOf('issues').layout },
      { records, generation: 1, checkpoint: {} },
    );
    const found = await list(store, connection, 'comments');
    expect(found).toHaveLength(450);
    expect(found[0]).toEqual(['["ada","engine","0"]', ['ada', 'engine', '0']]);
    expect(await list(store, connection, 'comments', '["ada","engine","98"]')).toEqual([
      ['["ada","engine","99"]', ['ada', 'engine', '99']],
    ]);
    expect(await partitionCount({ store, connection, plan: planOf('comments'), listed: null })).toBe(450);
  });

  it('fall back to the key, and fail where the parent has no value', async () => {
    const store = new MemoryStore();
    const connection = trackerConnection([]);
    const record = { key: '["ada","engine","7"]', document: {} };
    await store.writePage(
      { connectionId: connection.id, layout: planOf('issues').layout },
      { records: [record], generation: 1, checkpoint: {} },
    );
    expect(await list(store, connection, 'comments')).toEqual([['["ada","engine","7"]', ['ada', 'engine', '7']]]);
    const bare = { key: '["ada","engine","R"]', document: { name: 'engine' } };
    await store.writePage(
      { connectionId: connection.id, layout: planOf('repositories').layout },
      { records: [bare], generation: 1, checkpoint: {} },
    );
    expect(await list(store, connection, 'issues')).toEqual([['["ada","engine","R"]', 'invalid_params']]);
  });
});

it('turns partitions into parameters of the declared types, and back', () => {
  const comments = planOf('comments');
  expect(readingParams(comments, {}, ['ada', '007', '7'])).toEqual({ owner: 'ada', repo: '007', number: 7 });
  expect(partitionOf(comments, { owner: 'ada', repo: '007', number: 7, body: 'x' })).toEqual(['ada', '007', '7']);
  expect(partitionOf(comments, { owner: 'ada', number: 7 })).toBeNull();
  expect(partitionOf(comments, { owner: 'ada', repo: 'x'.repeat(1000), number: 7 })).toBeNull();
});
