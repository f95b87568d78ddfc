import { GatewayError } from '@connectory/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { ads } from '../../test/sync/ads-connector.ts';
import { runOnce, runWanted, type TestRun, testRun } from '../../test/sync/test-run.ts';
import { copyOf } from '../../test/sync/tracker-world.ts';
import type { PageRequest, SourcePage, SyncConnection } from './sync-source.ts';
import { readSyncState } from './sync-state.ts';

const connectionWith = (settings: object): SyncConnection => ({
  workspaceId: 'acme',
  id: 'c0ffee00-0000-4000-8000-000000000007',
  connector: ads,
  settings: { ...settings },
});
const connection = connectionWith({});

interface Profile {
  readonly id: number;
  readonly country: string;
  readonly is_closed: boolean;
}

let store: MemoryStore;
let run: TestRun;
let profiles: Profile[];
let asked: PageRequest[];
let response: (request: PageRequest) => readonly unknown[] | null;

beforeEach(() => {
  store = new MemoryStore();
  asked = [];
  profiles = [3, 1, 2].map((id) => ({ id, country: 'DE', is_closed: id === 2 }));
  response = () => null;
  const readPage = async (request: PageRequest): Promise<SourcePage> => {
    asked.push(request);
    return { records: response(request) ?? recordsOf(request), nextParams: null };
  };
  run = testRun(store, { readPage });
});

// Every account has two campaigns, of which the second does not run; every campaign has figures of one day.
function recordsOf({ entity, params }: PageRequest): readonly unknown[] {
  if (entity.name === 'profiles') return profiles;
  if (entity.name === 'figures') return [{ date: '2026-02-01', clicks: 1 }];
  const first = Number(params.profile) * 10;
  return [first, first + 1].map((id) => ({ id, name: `Campaign ${id}`, is_running: id === first }));
}

const state = (entity: string) => readSyncState(store, connection, entity);
const paramsOf = (entity: string) =>
  asked.filter((request) => request.entity.name === entity).map(({ params }) => params);
const keysOf = async (entity: string) => Object.keys((await copyOf(store, connection))[entity] ?? {});

describe('parents that are listed live', () => {
  it('stand in for an empty setting, in order, but for those that are not wanted', async () => {
    await runOnce(run, connection);
    expect(paramsOf('campaigns')).toEqual([{ profile: 1 }, { profile: 3 }]);
    expect(await keysOf('campaigns')).toEqual(['["1","10"]', '["1","11"]', '["3","30"]', '["3","31"]']);
    expect(await state('campaigns')).toMatchObject({ coverage: { done: 2, failed: 0, total: 2 }, errors: [] });
  });

  it('are not asked for where the setting names partitions, which are all read', async () => {
    await runOnce(run, connectionWith({ profiles: ['2'] }));
    expect(paramsOf('profiles')).toEqual([]);
    expect(paramsOf('campaigns')).toEqual([{ profile: 2 }]);
  });

  it('that are gone or not wanted any more lose what they had', async () => {
    await runOnce(run, connection);
    profiles = [{ id: 1, country: 'DE', is_closed: true }, ...profiles.filter(({ id }) => id === 3)];
    const before = await keysOf('campaigns');
    run.clock.pass(3600);
    await runWanted(run, connection, true);
    expect(await keysOf('campaigns')).toEqual(before);
    expect(await state('campaigns')).toMatchObject({ removed: 0, held: { records: 2, partitions: 1 } });
    run.clock.pass(3600);
    await runWanted(run, connection, true);
    expect(await keysOf('campaigns')).toEqual(['["3","30"]', '["3","31"]']);
    expect(await state('campaigns')).toMatchObject({ removed: 2, errors: [] });
  });

  it('hold the pass up while they cannot be listed, and nothing is removed', async () => {
    await runOnce(run, connection);
    const kept = await keysOf('campaigns');
    response = ({ entity }) => {
      if (entity.name === 'profiles') throw new GatewayError('upstream_unavailable', 'Ads failed.');
      return null;
    };
    for (let stall = 1; stall <= 5; stall += 1) {
      await runWanted(run, connection, true);
      expect(await state('campaigns')).toMatchObject({
        pass: 2,
        phase: 'failed',
        finished_at: '2026-03-01T12:00:00.000Z',
      });
      run.clock.pass(300);
    }
    await runWanted(run, connection, true);
    expect(await state('campaigns')).toMatchObject({
      phase: 'failed',
      errors: [{ partition: null, code: 'upstream_unavailable', message: 'Ads failed.' }],
      removed: 0,
      synced_at: '2026-03-01T12:00:00.000Z',
      finished_at: '2026-03-01T12:25:00.000Z',
    });
    expect(await keysOf('campaigns')).toEqual(kept);
    response = () => null;
    run.clock.pass(3600);
    await runOnce(run, connection);
    expect(await state('campaigns')).toMatchObject({ pass: 3, phase: 'idle', errors: [] });
  });

  it('are waited for when the upstream says how long', async () => {
    let refusals = 2;
    response = ({ entity }) => {
      if (entity.name !== 'profiles' || refusals === 0) return null;
      refusals -= 1;
      throw new GatewayError('upstream_rate_limited', 'Slow down.', { retryAfterSeconds: 7 });
    };
    await runOnce(run, connection);
    expect(run.clock.slept).toEqual([7000, 7000]);
    expect(await keysOf('campaigns')).toHaveLength(4);
  });

  it('are listed again where a pass goes on, which reads no partition twice', async () => {
    response = ({ entity, params }) => {
      if (entity.name === 'campaigns' && params.profile === 3) {
        throw new GatewayError('upstream_rate_limited', 'Tomorrow.', { retryAfterSeconds: 3600 });
      }
      return null;
    };
    await runOnce(run, connection);
    profiles = [...profiles, { id: 4, country: 'FR', is_closed: false }];
    response = () => null;
    run.clock.pass(3600);
    await runOnce(run, connection);
    expect(paramsOf('campaigns')).toEqual([{ profile: 1 }, { profile: 3 }, { profile: 3 }, { profile: 4 }]);
    expect(await state('campaigns')).toMatchObject({ pass: 1, coverage: { done: 3, failed: 0, total: 3 } });
  });

  it('that go round in a circle are no list', async () => {
    const readPage = async (request: PageRequest): Promise<SourcePage> =>
      request.entity.name === 'profiles'
        ? { records: profiles, nextParams: { page: 1 } }
        : { records: [], nextParams: null };
    await runOnce(testRun(store, { readPage }), connection);
    expect((await state('campaigns'))?.errors).toMatchObject([{ code: 'upstream_rejected' }]);
    expect((await state('campaigns'))?.errors[0]?.message).toContain(
      'Use the setting profiles to choose what to read.',
    );
  });
});

describe('parents that are filtered', () => {
  it('are read only where they fit, bound by derived fields and templates', async () => {
    await runOnce(run, connection);
    expect(paramsOf('figures').map(({ campaign, owner }) => [campaign, owner])).toEqual([
      ['campaign:10', 'profile:1/campaign:10'],
      ['campaign:30', 'profile:3/campaign:30'],
    ]);
    expect(await state('figures')).toMatchObject({ coverage: { done: 2, failed: 0, total: 2 } });
  });
});

describe('a partition that is not found', () => {
  const missing = (error: GatewayError) => {
    response = ({ entity, params }) => {
      if (entity.name === 'figures' && params.campaign === 'campaign:10') throw error;
      return null;
    };
  };

  it('is empty where the plan says so', async () => {
    await runOnce(run, connection);
    missing(new GatewayError('record_not_found', 'No figures.', { upstream: { status: 404 } }));
    run.clock.pass(3600);
    await runWanted(run, connection, true);
    expect(await state('figures')).toMatchObject({
      errors: [],
      removed: 0,
      held: { records: 1, partitions: 1, examples: [{ campaign: 'campaign:10' }] },
    });
    run.clock.pass(3600);
    await runWanted(run, connection, true);
    expect(await state('figures')).toMatchObject({
      errors: [],
      held: null,
      removed: 1,
      coverage: { done: 2, failed: 0, total: 2 },
    });
    expect(await keysOf('figures')).toEqual(['["campaign:30","profile:3/campaign:30","2026-02-01"]']);
  });

  it('is an error where it is anything else', async () => {
    await runOnce(run, connection);
    missing(new GatewayError('credential_rejected', 'Not yours.', { upstream: { status: 403 } }));
    await runWanted(run, connection, true);
    expect(await state('figures')).toMatchObject({ errors: [{ code: 'credential_rejected' }], removed: 0 });
    expect(await keysOf('figures')).toHaveLength(2);
  });
});

describe('values', () => {
  it('come from settings and the day on which the pass began', async () => {
    await runOnce(run, connection);
    expect(paramsOf('figures')[0]).toMatchObject({ from: '2026-01-30', to: '2026-03-01' });
    expect(paramsOf('figures')[0]).not.toHaveProperty('kind');
    run.clock.pass(86_400);
    await runOnce(run, connectionWith({ start_date: '2025-01-01', kind: 'paid' }));
    expect(paramsOf('figures').at(-1)).toMatchObject({ from: '2025-01-01', to: '2026-03-02', kind: 'paid' });
    expect(Object.values((await copyOf(store, connection)).figures ?? {})[0]).toMatchObject({ kind: 'paid' });
  });

  it('stay the same for the rest of a pass that was interrupted', async () => {
    response = ({ entity, params }) => {
      if (entity.name === 'figures' && params.campaign === 'campaign:30') {
        throw new GatewayError('upstream_rate_limited', 'Tomorrow.', { retryAfterSeconds: 86_400 });
      }
      return null;
    };
    await runOnce(run, connection);
    response = () => null;
    run.clock.pass(86_400);
    await runOnce(run, connectionWith({ start_date: '2025-01-01' }));
    const ofPass = paramsOf('figures').filter(({ campaign }) => campaign === 'campaign:30');
    expect(ofPass.map(({ from, to }) => [from, to])).toEqual([
      ['2026-01-30', '2026-03-01'],
      ['2026-01-30', '2026-03-01'],
    ]);
    expect(await state('figures')).toMatchObject({ pass: 1, phase: 'idle' });
  });
});
