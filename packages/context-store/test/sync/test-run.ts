import type { ContextStore } from '../../src/stores/context-store.ts';
import type { HeldRemoval } from '../../src/sync/checkpoint.ts';
import { type RunParts, runConnection } from '../../src/sync/connection-run.ts';
import { noBudget } from '../../src/sync/live-priority.ts';
import { OwnTouches } from '../../src/sync/own-writes.ts';
import { defaultLimits, type SyncLimits } from '../../src/sync/pass-limits.ts';
import { PassRequests } from '../../src/sync/pass-requests.ts';
import type { WorkSlot } from '../../src/sync/run-slot.ts';
import type { SyncConnection, SyncSource } from '../../src/sync/sync-source.ts';
import { MemoryLeases } from './memory-leases.ts';
import { TestClock } from './test-clock.ts';
import { tracker } from './tracker-connector.ts';

/** Errors the engine reported, in order. */
type Errors = { readonly error: unknown; readonly entity: string }[];

/** Large removals that passes held, in order. */
type Holds = { readonly entity: string; readonly held: HeldRemoval }[];

/** What a run of the engine needs, over a store and a source, with everything else made up. */
export interface TestRun extends RunParts {
  readonly clock: TestClock;
  readonly leases: MemoryLeases;
  readonly errors: Errors;
  readonly holds: Holds;
  /** Why connections of which nothing could be read failed, in order. */
  readonly failing: string[];
}

/** The parts of a run; runs that share clocks and leases represent several processes. */
export function testRun(
  store: ContextStore,
  source: SyncSource,
  shared: { readonly clock?: TestClock; readonly leases?: MemoryLeases; readonly limits?: Partial<SyncLimits> } = {},
): TestRun {
  const { clock = new TestClock(), leases = new MemoryLeases() } = shared;
  const errors: Errors = [];
  const holds: Holds = [];
  const failing: string[] = [];
  return {
    store,
    source,
    budget: noBudget,
    touches: new OwnTouches(clock),
    clock,
    random: () => 0.5,
    limits: { ...defaultLimits, ...shared.limits },
    onError: (error, _connectionId, entity) => errors.push({ error, entity }),
    onHeld: (_connection, entity, held) => holds.push({ entity, held }),
    onFailing: (_connection, reason) => failing.push(reason),
    refresh: async (connection) => connection,
    holds,
    failing,
    leases,
    passRequests: new PassRequests(),
    errors,
  };
}

/** The slot of a run without competitors. */
const alone: WorkSlot = { waiting: (wait) => wait(), pause: async () => undefined };

/** A connection of the made-up connector. */
export function trackerConnection(
  repositories: readonly string[],
  id = 'c0ffee00-0000-4000-8000-000000000001',
  workspaceId = 'acme',
) {
  return { id, workspaceId, connector: tracker, settings: { repositories } } satisfies SyncConnection;
}

/** Runs what is due of a connection once. */
export function runOnce(run: TestRun, connection: SyncConnection, stopping = new AbortController()): Promise<number> {
  return runConnection(run, connection, {
    gone: new AbortController().signal,
    stopping: stopping.signal,
    slot: alone,
  });
}

/** Wants a pass of every entity, and runs it. */
export function runWanted(run: TestRun, connection: SyncConnection, full = false): Promise<number> {
  for (const { name } of connection.connector.entities) {
    run.passRequests.add(connection.id, name, { full, notBefore: run.clock.now(), begunAfter: null, fresh: false });
  }
  return runOnce(run, connection);
}
