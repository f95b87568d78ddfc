import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { runOnce, runWanted, type TestRun, testRun, trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, TrackerWorld } from '../../test/sync/tracker-world.ts';
import { type OwnWrite, OwnWrites } from './own-writes.ts';

const connection = trackerConnection(['ada/engine', 'bob/attic']);
const issue = { owner: 'ada', repo: 'engine', number: 1 };

let store: MemoryStore;
let world: TrackerWorld;
let run: TestRun;
let writes: OwnWrites;

beforeEach(async () => {
  store = new MemoryStore();
  world = new TrackerWorld();
  run = testRun(store, world);
  writes = new OwnWrites(store, run.touches);
  for (const id of [1, 2, 3, 4, 5]) world.account(id, `Account ${id}`);
  world.repository('ada', 'engine');
  world.repository('bob', 'attic');
  world.issue('ada', 'engine', 1, 'One');
  await runOnce(run, connection);
});

const write = (about: Pick<OwnWrite, 'entity' | 'action' | 'params' | 'result'>) =>
  writes.apply({ connection, ...about });
const accounts = async () => (await copyOf(store, connection)).accounts;
const issues = async () => (await copyOf(store, connection)).issues;

describe('a write of our own', () => {
  it('stands in the copy at once', async () => {
    const result = { id: 6, name: 'Six' };
    expect(await write({ entity: 'accounts', action: 'create', params: { name: 'Six' }, result })).toBe('applied');
    expect(await accounts()).toHaveProperty(['["6"]'], { id: 6, name: 'Six' });
    const changed = { number: 1, title: 'Changed' };
    expect(await write({ entity: 'issues', action: 'update', params: issue, result: changed })).toBe('applied');
    expect(await issues()).toHaveProperty(['["ada","engine","1"]'], changed);
    expect(await write({ entity: 'accounts', action: 'delete', params: { id: '2' }, result: {} })).toBe('applied');
    expect(await accounts()).not.toHaveProperty(['["2"]']);
    expect(
      await write({ entity: 'accounts', action: 'delete', params: { id: 'x' }, result: { id: 3, deleted: true } }),
    ).toBe('applied');
    expect(await accounts()).not.toHaveProperty(['["3"]']);
  });

  it('keeps the own fields that its response lacks where a vendor returns only requested ones', async () => {
    const { connector } = connection;
    const entities = connector.entities.map((entity) =>
      entity.name === 'accounts' && entity.search !== null
        ? {
            ...entity,
            record: entity.record.extend({ properties: z.looseObject({ risk: z.string().nullish() }).nullish() }),
            search: { ...entity.search, fields: [...entity.search.fields, 'properties', 'properties.risk'] },
            ownFields: { at: 'properties', reads: [], fields: () => [], request: { param: 'fields', maxLength: 100 } },
          }
        : entity,
    );
    const extended = { ...connection, connector: { ...connector, entities } };
    const change = (properties: object) =>
      writes.apply({
        connection: extended,
        entity: 'accounts',
        action: 'update',
        params: { id: '2' },
        result: { id: 2, name: 'Two', properties },
      });
    await runOnce(run, extended);
    expect(await change({ risk: 'low', score: '7' })).toBe('applied');
    expect(await change({ score: '8' })).toBe('applied');
    expect((await copyOf(store, extended)).accounts).toHaveProperty(['["2"]'], {
      id: 2,
      name: 'Two',
      properties: { risk: 'low', score: '8' },
      'properties.risk': 'low',
    });
  });

  it('is stored at once if it is the first of its partition', async () => {
    const params = { owner: 'bob', repo: 'attic' };
    const result = { number: 7, title: 'Seven' };
    expect(await write({ entity: 'issues', action: 'update', params, result })).toBe('applied');
    expect(await issues()).toHaveProperty(['["bob","attic","7"]'], result);
  });

  it.each<[string, Pick<OwnWrite, 'entity' | 'action' | 'params' | 'result'>, string]>([
    [
      'answers another shape',
      { entity: 'comments', action: 'create', params: issue, result: { url: 'x', id: 'c' } },
      'needs_pass',
    ],
    ['answers no key', { entity: 'accounts', action: 'update', params: { id: '1' }, result: {} }, 'needs_full_pass'],
    ['answers nothing', { entity: 'accounts', action: 'create', params: {}, result: undefined }, 'needs_pass'],
    [
      'names no partition',
      { entity: 'issues', action: 'update', params: { number: 1 }, result: { number: 1 } },
      'needs_full_pass',
    ],
    [
      'spells its partition differently',
      { entity: 'issues', action: 'update', params: { ...issue, owner: 'ADA' }, result: { number: 1 } },
      'needs_full_pass',
    ],
    [
      'is in a partition nothing is kept of',
      { entity: 'issues', action: 'update', params: { ...issue, owner: 'eve' }, result: { number: 1 } },
      'needs_full_pass',
    ],
    [
      'deletes by another name',
      { entity: 'accounts', action: 'delete', params: { account: '1' }, result: {} },
      'needs_full_pass',
    ],
    ['is none', { entity: 'accounts', action: 'list', params: {}, result: [] }, 'nothing_to_do'],
    [
      'is of an entity without a copy',
      { entity: 'invoices', action: 'create', params: {}, result: { id: 1 } },
      'nothing_to_do',
    ],
  ])('changes nothing when it %s', async (_what, about, outcome) => {
    const before = await copyOf(store, connection);
    expect(await write(about)).toBe(outcome);
    expect(await copyOf(store, connection)).toEqual(before);
  });

  it('has nothing to change before there is a copy', async () => {
    const other = trackerConnection([], 'c0ffee00-0000-4000-8000-000000000002');
    const about = { entity: 'accounts', action: 'create', params: {}, result: { id: 1 } } as const;
    expect(await writes.apply({ connection: other, ...about })).toBe('nothing_to_do');
    expect((await copyOf(store, other)).accounts).toEqual({});
  });
});

describe('a write of our own while a pass runs', () => {
  /** Runs a full pass, and the work just before the response to the page that begins at a cursor arrives. */
  const during = async (cursor: string | undefined, work: () => Promise<unknown>) => {
    let done: Promise<unknown> = Promise.resolve();
    const source = {
      readPage: async (request: Parameters<TrackerWorld['readPage']>[0]) => {
        const page = await world.readPage(request);
        if (request.entity.name === 'accounts' && request.params.cursor === cursor) {
          run.clock.pass(1);
          done = work();
          await done;
        }
        return page;
      },
    };
    await runWanted({ ...run, source }, connection, true);
    await done;
  };

  it('is not removed by it when its page was read before', async () => {
    await during('000004', async () => {
      world.account(0, 'Zero');
      await write({ entity: 'accounts', action: 'create', params: {}, result: { id: 0, name: 'Zero' } });
    });
    expect(await accounts()).toHaveProperty(['["0"]']);
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });

  it('is not undone by a page that was read before it', async () => {
    await during('000002', async () => {
      world.remove('accounts', '3');
      world.account(4, 'Changed');
      await write({ entity: 'accounts', action: 'delete', params: { id: '3' }, result: {} });
      await write({ entity: 'accounts', action: 'update', params: { id: '4' }, result: { id: 4, name: 'Changed' } });
    });
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });

  it('is forgotten by later passes', async () => {
    await write({ entity: 'accounts', action: 'create', params: {}, result: { id: 9, name: 'Never listed' } });
    run.clock.pass(3600);
    await runWanted(run, connection, true);
    expect(await accounts()).toHaveProperty(['["9"]']);
    for (let look = 1; look <= 2; look += 1) {
      run.clock.pass(3600);
      await runWanted(run, connection, true);
    }
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });
});
