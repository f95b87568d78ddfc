import { GatewayError } from '@connectory/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { runOnce, runWanted, type TestRun, testRun, trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, smallWorld, type TrackerWorld } from '../../test/sync/tracker-world.ts';
import type { SyncSource } from './sync-source.ts';
import { readSyncState } from './sync-state.ts';

const connection = trackerConnection(['ada/engine', 'bob/attic']);

let store: MemoryStore;
let world: TrackerWorld;
let run: TestRun;

beforeEach(() => {
  store = new MemoryStore();
  world = smallWorld();
  run = testRun(store, world);
});

const state = async (entity: string) => {
  const found = await readSyncState(store, connection, entity);
  if (found === null) throw new Error(`${entity} has no copy`);
  return found;
};

const pagesOf = (entity: string) => world.asked.filter((request) => request.entity.name === entity);

describe('a partition that fails', () => {
  const failing = (partition: string, error: () => unknown) => {
    world.onRead = ({ entity, params }) => {
      if (entity.name === 'issues' && params.owner === partition) throw error();
      return undefined;
    };
  };

  beforeEach(async () => {
    world.issue('bob', 'attic', 1, 'In the attic', '2026-02-02T00:00:00Z');
    await runOnce(run, connection);
    run.clock.pass(3600);
  });

  it('after a wait, at the end of a pass, holds up no other entity', async () => {
    const errors = [
      new GatewayError('circuit_open', 'Wait.', { retryAfterSeconds: 1 }),
      new GatewayError('credential_rejected', 'Not yours.', { upstream: { status: 403 } }),
    ];
    // The partition of bob is the last one.
    failing('bob', () => errors.shift());
    await runOnce(run, connection);
    expect(await state('issues')).toMatchObject({ pass: 2, errors: [{ code: 'credential_rejected' }] });
    expect((await state('issues')).errors).toHaveLength(1);
    expect(await state('accounts')).toMatchObject({ pass: 2, phase: 'idle' });
  });

  it('is recorded, the others go on, and nothing of it is removed', async () => {
    failing('ada', () => new GatewayError('upstream_unavailable', 'Tracker failed.'));
    world.issue('bob', 'attic', 2, 'Another');
    world.remove('issues', 'bob/attic#1');
    world.remove('issues', 'ada/engine#1');
    await runWanted(run, connection, true);
    expect(await state('issues')).toMatchObject({
      phase: 'idle',
      removed: 1,
      errors: [
        { partition: { owner: 'ada', repo: 'engine' }, code: 'upstream_unavailable', message: 'Tracker failed.' },
      ],
      coverage: { done: 2, failed: 1, total: 2 },
      synced_at: '2026-03-01T12:00:00.000Z',
    });
    const { issues } = await copyOf(store, connection);
    expect(Object.keys(issues ?? {})).toEqual([
      '["ada","engine","1"]',
      '["ada","engine","2"]',
      '["ada","engine","3"]',
      '["bob","attic","2"]',
    ]);
    // The children of what is still there are read as always.
    expect(await state('comments')).toMatchObject({ errors: [{ code: 'record_not_found' }] });
  });

  it('is read whole by the next pass, whatever the cursor', async () => {
    failing('ada', () => new GatewayError('credential_rejected', 'Not this one.', { upstream: { status: 403 } }));
    world.issue('ada', 'engine', 4, 'Missed', '2026-03-01T12:10:00Z');
    world.issue('bob', 'attic', 3, 'Seen', '2026-03-01T12:30:00Z');
    await runOnce(run, connection);
    world.onRead = () => undefined;
    run.clock.pass(3600);
    await runOnce(run, connection);
    expect(await state('issues')).toMatchObject({ kind: 'incremental', errors: [] });
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });

  it.each<[string, GatewayError]>([
    ['a 403', new GatewayError('credential_rejected', 'Not this one.', { upstream: { status: 403 } })],
    [
      'a refusal inside a 200',
      new GatewayError('credential_rejected', 'Not this one.', { upstream: { status: 200, code: 'FORBIDDEN' } }),
    ],
    ['a 404', new GatewayError('record_not_found', 'Gone.', { upstream: { status: 404 } })],
    ['a 410', new GatewayError('record_not_found', 'Gone.', { upstream: { status: 410 } })],
  ])('concerns no other partition and no other entity when it is %s', async (_what, error) => {
    failing('ada', () => error);
    world.account(6, 'Account 6');
    await runWanted(run, connection, true);
    expect(pagesOf('issues').map(({ params }) => params.owner)).toContain('bob');
    expect(await state('issues')).toMatchObject({ errors: [{ code: error.code }], coverage: { done: 2, failed: 1 } });
    expect(await state('accounts')).toMatchObject({ phase: 'idle', added: 1 });
  });

  it('shows no text of an error that is none of the documented ones', async () => {
    failing('ada', () => new TypeError('secret sk_live_1'));
    await runOnce(run, connection);
    expect(JSON.stringify(await state('issues'))).not.toContain('sk_live');
    expect((await state('issues')).errors).toMatchObject([{ code: 'internal' }]);
    expect(run.errors).toMatchObject([{ entity: 'issues' }]);
  });

  it('may be one that cannot even be named', async () => {
    await runWanted(run, trackerConnection(['ada/engine', 'nonsense']), true);
    expect(await state('repositories')).toMatchObject({
      errors: [{ partition: { repositories: 'nonsense' }, code: 'invalid_params' }],
      coverage: { done: 2, failed: 1, total: 2 },
    });
  });
});

describe('a connection of which nothing can be read', () => {
  it('is reported as failing with the reason, but not while some of its copies can be read', async () => {
    const refused = new GatewayError('upstream_rejected', 'Your plan has no API access.');
    world.onRead = () => {
      throw refused;
    };
    await runOnce(run, connection);
    expect(run.failing).toEqual(['Your plan has no API access.']);
    world.onRead = ({ entity }) => {
      if (entity.name === 'accounts') throw refused;
      return undefined;
    };
    await runWanted(run, connection, true);
    expect(await state('accounts')).toMatchObject({ phase: 'failed' });
    expect(run.failing).toHaveLength(1);
  });

  it('because its address is not allowed is held up as a whole, and tried again soon', async () => {
    world.onRead = () => {
      throw new GatewayError('address_not_allowed', 'The upstream address 127.0.0.1 is not a public address.');
    };
    await runOnce(run, connection);
    expect(world.asked).toHaveLength(1);
    run.clock.pass(300);
    world.onRead = () => undefined;
    await runOnce(run, connection);
    expect(await state('repositories')).toMatchObject({ phase: 'idle', errors: [] });
  });
});

describe('an entity without partitions that fails', () => {
  const fail = (error: GatewayError, cursor: unknown = '000002') => {
    world.onRead = ({ entity, params }) => {
      if (entity.name === 'accounts' && params.cursor === cursor) throw error;
      return undefined;
    };
  };

  it('is held at its page and goes on there', async () => {
    fail(new GatewayError('upstream_unavailable', 'Tracker failed.'));
    await runOnce(run, connection);
    expect(await state('accounts')).toMatchObject({
      phase: 'failed',
      ready: true,
      rows: 2,
      errors: [{ partition: null, code: 'upstream_unavailable' }],
      finished_at: null,
      next_run_at: '2026-03-01T12:05:00.000Z',
    });
    world.onRead = () => undefined;
    run.clock.pass(299);
    await runOnce(run, connection);
    expect(await state('accounts')).toMatchObject({ rows: 2 });
    run.clock.pass(1);
    await runOnce(run, connection);
    expect(pagesOf('accounts').map(({ params }) => params.cursor)).toEqual([undefined, '000002', '000002', '000004']);
    expect(await state('accounts')).toMatchObject({ phase: 'idle', pass: 1, rows: 5, errors: [] });
  });

  it('fails, and the others go on, when it is not allowed', async () => {
    fail(new GatewayError('credential_rejected', 'No.', { upstream: { status: 403 } }), undefined);
    await runOnce(run, connection);
    expect(await state('accounts')).toMatchObject({
      phase: 'failed',
      errors: [{ partition: null, code: 'credential_rejected' }],
      next_run_at: '2026-03-01T13:00:00.000Z',
    });
    expect(await state('comments')).toMatchObject({ phase: 'idle', errors: [] });
  });

  it('ends its pass when the same page never comes through', async () => {
    fail(new GatewayError('upstream_timeout', 'Too slow.'));
    for (let turn = 0; turn < 6; turn += 1) {
      await runOnce(run, connection);
      run.clock.pass(300);
    }
    expect(await state('accounts')).toMatchObject({
      phase: 'failed',
      pass: 1,
      finished_at: '2026-03-01T12:25:00.000Z',
      synced_at: null,
    });
    expect(await state('accounts')).toMatchObject({ next_run_at: '2026-03-01T13:25:00.000Z' });
  });

  it('begins the listing again, once, when the upstream has forgotten it', async () => {
    let refused = 0;
    world.onRead = ({ entity, params }) => {
      if (entity.name !== 'accounts' || params.cursor !== '000004' || refused > 0) return undefined;
      refused += 1;
      throw new GatewayError('upstream_rejected', 'This cursor has expired.');
    };
    await runOnce(run, connection);
    expect(pagesOf('accounts').map(({ params }) => params.cursor)).toEqual([
      undefined,
      '000002',
      '000004',
      undefined,
      '000002',
      '000004',
    ]);
    expect(await state('accounts')).toMatchObject({ phase: 'idle', rows: 5, errors: [] });
    fail(new GatewayError('upstream_rejected', 'This cursor has expired.'), '000004');
    await runWanted(run, connection, true);
    expect(await state('accounts')).toMatchObject({ phase: 'failed', errors: [{ code: 'upstream_rejected' }] });
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });
});

describe('an upstream that refuses for a while', () => {
  const refuse = (times: number, error: GatewayError) => {
    let left = times;
    world.onRead = ({ entity }) => {
      if (entity.name !== 'repositories' || left === 0) return undefined;
      left -= 1;
      throw error;
    };
  };

  it('is waited for as long as it says', async () => {
    refuse(2, new GatewayError('upstream_rate_limited', 'Wait.', { retryAfterSeconds: 37 }));
    await runOnce(run, connection);
    expect(run.clock.slept).toEqual([37_000, 37_000]);
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });

  it('is left alone until later when that takes long, with all its entities', async () => {
    refuse(1, new GatewayError('upstream_rate_limited', 'Wait.', { retryAfterSeconds: 1800 }));
    expect(await runOnce(run, connection)).toBe(run.clock.now() + 1_800_000);
    expect(world.asked).toHaveLength(1);
    expect(run.clock.slept).toEqual([]);
    expect(await state('repositories')).toMatchObject({
      phase: 'waiting',
      errors: [{ code: 'upstream_rate_limited', partition: null }],
      next_run_at: '2026-03-01T12:30:00.000Z',
    });
    run.clock.pass(1800);
    await runOnce(run, connection);
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });

  it('is left alone at one entity only when the limit is of that entity, and no process holds back the others', async () => {
    const options = { retryAfterSeconds: 30, othersMaySucceed: true };
    refuse(1, new GatewayError('upstream_rate_limited', 'Wait.', options));
    await runOnce(run, connection);
    expect(run.clock.slept).toEqual([]);
    expect(await state('repositories')).toMatchObject({
      phase: 'waiting',
      errors: [{ partition: null, code: 'upstream_rate_limited', message: 'Wait.' }],
      next_run_at: '2026-03-01T12:00:30.000Z',
    });
    const read = new Set(world.asked.map(({ entity }) => entity.name));
    expect(read.size).toBeGreaterThan(1);
    const other = testRun(store, world, { clock: run.clock, leases: run.leases });
    run.clock.pass(30);
    await runOnce(other, connection);
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });

  it('is left alone by every process, until somebody asks', async () => {
    refuse(2, new GatewayError('credential_rejected', 'No.', { upstream: { status: 401 } }));
    await runWanted(run, connection, true);
    const held = run.clock.now() + 3_600_000;
    const other = testRun(store, world, { clock: run.clock, leases: run.leases });
    expect(await runOnce(run, connection)).toBe(held);
    expect(await runOnce(other, connection)).toBe(held);
    expect(world.asked).toHaveLength(1);
    await runWanted(other, connection);
    expect(world.asked).toHaveLength(2);
    await runWanted(other, connection);
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });

  it('is left alone after ten refusals in a row', async () => {
    refuse(100, new GatewayError('circuit_open', 'Open.', { retryAfterSeconds: 10 }));
    await runOnce(run, connection);
    expect(world.asked).toHaveLength(11);
    expect(await state('repositories')).toMatchObject({ phase: 'waiting' });
  });

  it.each<[string, GatewayError]>([
    ['refused', new GatewayError('credential_rejected', 'No.', { upstream: { status: 401 } })],
    ['that cannot be sent', new GatewayError('credential_rejected', 'No.')],
    ['that cannot be renewed', new GatewayError('reauthorization_required', 'No.')],
  ])('is not asked on with a credential %s', async (_what, error) => {
    refuse(1, error);
    await runOnce(run, connection);
    expect(world.asked).toHaveLength(1);
    expect(await state('repositories')).toMatchObject({ phase: 'failed', next_run_at: '2026-03-01T13:00:00.000Z' });
    await runWanted(run, connection);
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });
});

describe('a process that stops', () => {
  it('gives up a page that is broken off, and the next one goes on there at once', async () => {
    const stopping = new AbortController();
    world.onRead = ({ params }) => {
      if (params.cursor !== '000002') return undefined;
      stopping.abort();
      throw new GatewayError('shutting_down', 'The process shuts down.');
    };
    await runOnce(run, connection, stopping);
    expect(run.errors).toEqual([]);
    const now = new Date(run.clock.now()).toISOString();
    const [entity = ''] = world.asked.map((request) => request.entity.name).slice(-1);
    expect(await state(entity)).toMatchObject({ phase: 'waiting', pages: 1, errors: [], next_run_at: now });
    world.onRead = () => undefined;
    await runOnce(testRun(store, world, { clock: run.clock }), connection);
    expect(await state(entity)).toMatchObject({ phase: 'idle', pass: 1 });
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });
});

describe('a listing without end', () => {
  const pageAfterPage = (next: (page: number) => unknown) => {
    let page = 0;
    world.onRead = ({ entity }) => {
      if (entity.name !== 'accounts') return undefined;
      page += 1;
      return { records: [{ id: page, name: `Account ${page}` }], nextParams: { cursor: next(page) } };
    };
  };

  it.each([
    ['the same page', 2, () => 'x'],
    ['a circle', 13, (page: number) => String(page < 3 ? page : page % 5)],
    ['too many pages', 50, (page: number) => String(page)],
    ['a next page of great length', 1, () => 'x'.repeat(100_000)],
  ])('ends at %s', async (_what, pages, next) => {
    run = testRun(store, world, { limits: { maxPages: 50 } });
    await runOnce(run, connection);
    pageAfterPage(next);
    await runWanted(run, connection, true);
    const { errors, ...rest } = await state('accounts');
    expect(errors).toMatchObject([{ code: 'upstream_unavailable', partition: null }]);
    expect(rest).toMatchObject({ phase: 'failed', removed: 0 });
    expect(rest.pages).toBe(pages);
  });
});

it('children wait until the passes of all above them have ended, whichever process runs them', async () => {
  await runOnce(run, connection);
  run.clock.pass(3600);
  const other = testRun(store, world, { clock: run.clock, leases: run.leases });
  const askedByOther = new Set<string>();
  const source: SyncSource = {
    readPage: async (request) => {
      if (request.entity.name === 'repositories') {
        const before = world.asked.length;
        await runOnce(other, connection);
        for (const { entity } of world.asked.slice(before)) askedByOther.add(entity.name);
      }
      return world.readPage(request);
    },
  };
  await runOnce({ ...run, source }, connection);
  expect(askedByOther).toEqual(new Set(['accounts']));
  for (const entity of ['repositories', 'issues', 'comments']) expect(await state(entity)).toMatchObject({ pass: 2 });
});
