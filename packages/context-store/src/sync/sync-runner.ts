import type { EventHint } from '@connectory/connector-sdk';
import { GatewayError } from '@connectory/errors';
import type { ContextStore } from '../stores/context-store.ts';
import { FairTurns, type Turn } from '../stores/fair-turns.ts';
import { type Clock, systemClock } from './clock.ts';
import { type RunParts, type RunSignals, runConnection } from './connection-run.ts';
import { type EntityPlan, entityPlans } from './entity-plan.ts';
import { EventReads } from './event-reads.ts';
import type { HintOutcome } from './hinted-record.ts';
import { connectionOfLease, type LeaseKeeper } from './lease-keeper.ts';
import { noBudget, type SyncBudget } from './live-priority.ts';
import { OwnTouches, type OwnWrite, type OwnWriteOutcome, OwnWrites } from './own-writes.ts';
import { type PassSummary, readPassHistory } from './pass-history.ts';
import { defaultLimits, intervalOf, maxChecksPerSecond, type SyncLimits, scheduleOf } from './pass-limits.ts';
import { PassRequests } from './pass-requests.ts';
import { RunSlot } from './run-slot.ts';
import type { PassParts } from './sync-pass.ts';
import type { SyncConnection, SyncDirectory, SyncSource } from './sync-source.ts';
import { type EntitySync, type EntitySyncState, readEntitySyncs, readSyncState, readSyncStates } from './sync-state.ts';

/** Dependencies of the runner. */
export interface SyncRunnerOptions {
  readonly store: ContextStore;
  readonly source: SyncSource;
  readonly leases: LeaseKeeper;
  readonly directory: SyncDirectory;
  /** Called with every failure, for the log. What people should see is in the states. */
  readonly onError: (error: unknown, connectionId: string, entity: string | null) => void;
  /** Called when a pass ends that held a large removal: for the audit and metrics. */
  readonly onHeld?: PassParts['onHeld'];
  /** Called when a run ends after which the last pass of every copy of a connection has failed, with the first reason. */
  readonly onFailing?: RunParts['onFailing'];
  /** Told what became of each record that an event was about. */
  readonly onHint?: (connectionId: string, outcome: HintOutcome) => void;
  /** Called before the passes of a connection that are due, `full` if one of them was requested to read everything. */
  readonly refresh?: RunParts['refresh'];
  readonly budget?: SyncBudget;
  readonly limits?: Partial<SyncLimits>;
  readonly clock?: Clock;
  /** A random number from 0 to below 1, for jitter. */
  readonly random?: () => number;
}

/** Which passes to start before they are due. */
export interface SyncRequest {
  /** By default all entities of the connection that have a schedule. */
  readonly entities?: readonly string[];
  /** Reads everything even where a cursor would do. */
  readonly full?: boolean;
  /** Removes what a full pass does not see without another look: a person has confirmed it. */
  readonly removeHeld?: boolean;
  /**
   * Set when the settings or credentials of the connection have changed: passes that run go on with the new ones, and only such
   * as begin from now on meet the request.
   */
  readonly fresh?: boolean;
}

/** What a runner does at this moment. */
export interface SyncLoad {
  readonly running: number;
  readonly maxRunning: number;
  /** Those that do not wait for their upstream. */
  readonly working: number;
  readonly maxWorking: number;
  /** Records that events are about and that are still to be read. */
  readonly hinted: number;
  readonly maxHinted: number;
}

interface ActiveRun {
  readonly gone: AbortController;
  /** Aborts when the connection it was begun with has changed. */
  readonly outdated: AbortController;
  readonly done: Promise<void>;
}

/**
 * Keeps the copies of all connections in sync: by schedule from `start` on, and on request. Any number of processes may run one
 * over the same store; leases see to it that each entity is synchronized by one of them at a time.
 */
export class SyncRunner {
  readonly #parts: RunParts;
  readonly #directory: SyncDirectory;
  readonly #onError: SyncRunnerOptions['onError'];
  readonly #ownWrites: OwnWrites;
  readonly #eventReads: EventReads;
  readonly #stopping = new AbortController();
  readonly #runs: FairTurns;
  readonly #slots: FairTurns;
  /** Connections to run, as they were read last. */
  readonly #waiting = new Map<string, SyncConnection>();
  /** Those among them that wait for their turn; the others run. */
  readonly #queued = new Set<string>();
  readonly #active = new Map<string, ActiveRun>();
  readonly #wakeAt = new Map<string, number>();
  readonly #changed = new Set<string>();
  readonly #freed = new Set<string>();
  #freedSome = new AbortController();
  #listed = 0;
  #polling: Promise<void> = Promise.resolve();

  constructor(options: SyncRunnerOptions) {
    const { store, source, leases, onError, onHint, budget = noBudget, random = Math.random } = options;
    const {
      onHeld = () => undefined,
      onFailing = () => undefined,
      refresh = async (connection) => connection,
    } = options;
    const { clock = systemClock } = options;
    const touches = new OwnTouches(clock);
    const limits = { ...defaultLimits, ...options.limits };
    const passRequests = new PassRequests();
    this.#parts = {
      store,
      source,
      budget,
      touches,
      clock,
      random,
      limits,
      onError,
      onHeld,
      onFailing,
      refresh,
      leases,
      passRequests,
    };
    this.#runs = new FairTurns(limits.maxRuns);
    this.#slots = new FairTurns(() => (budget.isLive ? Math.ceil(limits.concurrency / 4) : limits.concurrency));
    this.#directory = options.directory;
    this.#onError = onError;
    this.#ownWrites = new OwnWrites(store, touches);
    this.#eventReads = new EventReads({
      ...{ store, source, touches, clock, limits, leases, onError },
      wantPass: (connection, entity, full) => void this.#wantEarlyPass(connection, entity, full),
      observe: ({ id }, outcome) => onHint?.(id, outcome),
    });
  }

  /** Connections in the middle of a run, those that work among them, and the most of each. */
  get load(): SyncLoad {
    const { inUse: running, limit: maxRunning } = this.#runs;
    const { waiting: hinted, maxWaiting: maxHinted } = this.#eventReads.load;
    const { concurrency: maxWorking } = this.#parts.limits;
    return { running, maxRunning, working: this.#slots.inUse, maxWorking, hinted, maxHinted };
  }

  /** Begins to look for connections whose passes are due, at once and then every `pollSeconds`. */
  start(): void {
    const stop = this.#parts.leases.whenFreed((names) => this.#continueWith(names));
    this.#stopping.signal.addEventListener('abort', stop, { once: true });
    this.#polling = this.#poll();
  }

  /**
   * Requests passes of a connection now: for a new connection, or on request. Returns immediately; the states show the progress. Throws
   * `unknown_entity` for a name without a copy.
   */
  request(connection: SyncConnection, request: SyncRequest = {}): void {
    const { entities, full = false, removeHeld = false, fresh = false } = request;
    const names = entityPlans(connection.connector).map(({ entity }) => entity.name);
    for (const name of entities ?? []) requirePlan(connection, name);
    const passRequest = {
      full: full || removeHeld,
      removeHeld,
      notBefore: this.#parts.clock.now(),
      begunAfter: null,
      fresh,
    };
    const scheduled = names.filter((name) => intervalOf(connection, name, this.#parts.limits) !== null);
    for (const name of entities ?? scheduled) this.#parts.passRequests.add(connection.id, name, passRequest);
    if (fresh) {
      this.#changed.add(connection.id);
      this.#active.get(connection.id)?.outdated.abort();
    }
    this.#enqueue(connection);
  }

  /** The state of every entity of a connection, parents before children. */
  states(connection: SyncConnection): Promise<readonly EntitySyncState[]> {
    return readSyncStates(this.#parts.store, connection);
  }

  /** The state of every entity with the total of its copy and its schedule. */
  syncs(connection: SyncConnection): Promise<readonly EntitySync[]> {
    return readEntitySyncs(this.#parts.store, connection, this.#parts.limits);
  }

  /** Whether an entity is read by schedule, and the seconds between its passes, with the minimum of its connector. */
  schedule(connection: SyncConnection, entity: string): ReturnType<typeof scheduleOf> {
    return scheduleOf(connection, entity, this.#parts.limits);
  }

  /** The last passes of an entity that have ended, newest first. Throws `unknown_entity` for a name without a copy. */
  async passes(connection: SyncConnection, entity: string): Promise<readonly PassSummary[]> {
    const { layout } = requirePlan(connection, entity);
    return readPassHistory(this.#parts.store, { connectionId: connection.id, layout });
  }

  /**
   * Applies a write of this gateway to the copy, or requests an early pass if the response does not contain enough. An error of the store
   * is reported and also requests a pass: the write has succeeded nevertheless.
   */
  async applyWrite(write: OwnWrite): Promise<OwnWriteOutcome> {
    const { connection, entity } = write;
    try {
      const outcome = await this.#ownWrites.apply(write);
      if (outcome === 'applied' || outcome === 'nothing_to_do') return outcome;
      await this.#wantEarlyPass(connection, entity, outcome === 'needs_full_pass');
      return outcome;
    } catch (error) {
      this.#onError(error, connection.id, entity);
      this.#wantPass(connection, entity, true, this.#parts.clock.now());
      return 'needs_full_pass';
    }
  }

  /**
   * Reads the records that an event of the vendor is about, soon and in turn, and brings them into the copy. A hint without a record, and
   * one that cannot be followed, wants an early pass.
   */
  hint(connection: SyncConnection, hints: readonly EventHint[]): void {
    this.#eventReads.add(connection, hints);
  }

  /** Ends what runs for a connection after the current page, and starts nothing more. The directory must have ceased to list it. */
  pause(connectionId: string): void {
    this.#forget(connectionId);
    // A list that is being read may still have it.
    this.#changed.add(connectionId);
    this.#active.get(connectionId)?.outdated.abort();
  }

  /** Ends what runs for a connection and removes its copy. The directory must have ceased to list it. */
  async remove(connectionId: string): Promise<void> {
    const run = this.#active.get(connectionId);
    this.#abandon(connectionId);
    await Promise.all([run?.done, this.#eventReads.remove(connectionId)]);
    await this.#parts.store.dropConnection(connectionId);
  }

  /** Starts nothing more, lets running passes end with their current page, and resolves then. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#waiting.clear();
    await Promise.all([this.#polling, this.#eventReads.stop(), ...[...this.#active.values()].map(({ done }) => done)]);
  }

  // What a dead process was reading is gone on with at once.
  #continueWith(leases: readonly string[]): void {
    const connectionIds = leases.map(connectionOfLease).filter((id) => id !== null);
    for (const id of connectionIds) this.#freed.add(id);
    if (connectionIds.length > 0) this.#freedSome.abort();
  }

  async #poll(): Promise<void> {
    const { clock, limits } = this.#parts;
    let lookedAt = clock.now();
    while (!this.#stopping.signal.aborted) {
      const setBack = lookedAt - clock.now();
      if (setBack > 0) this.#clockWasSetBack(setBack);
      lookedAt = clock.now();
      const before = [...this.#active.keys()];
      this.#freedSome = new AbortController();
      try {
        const listed = await this.#wakeListed();
        this.#listed = listed.size;
        for (const id of before) if (!listed.has(id)) this.#abandon(id);
        for (const id of this.#wakeAt.keys()) if (!listed.has(id)) this.#wakeAt.delete(id);
      } catch (error) {
        this.#onError(error, '', null);
      }
      await clock.sleep(limits.pollSeconds * 1000, AbortSignal.any([this.#stopping.signal, this.#freedSome.signal]));
    }
  }

  // Times that were set before are later than intended by this amount.
  #clockWasSetBack(milliseconds: number): void {
    this.#wakeAt.clear();
    this.#parts.passRequests.bringForward(milliseconds);
  }

  async #wakeListed(): Promise<ReadonlySet<string>> {
    const listed = new Set<string>();
    this.#changed.clear();
    for await (const connection of this.#directory.connections()) {
      listed.add(connection.id);
      const isFreed = this.#freed.delete(connection.id);
      const isDue = isFreed || (this.#wakeAt.get(connection.id) ?? 0) <= this.#parts.clock.now();
      // What was read for this list may be older than a change reported meanwhile. A running pass may have found the lease taken, and is
      // run once more.
      if (isDue && (isFreed || !this.#active.has(connection.id)) && !this.#changed.has(connection.id))
        this.#enqueue(connection);
    }
    return listed;
  }

  // An error of the store is reported and puts nothing off.
  async #wantEarlyPass(connection: SyncConnection, entity: string, full: boolean): Promise<void> {
    const notBefore = await this.#earliestPass(connection, entity).catch((error: unknown) => {
      this.#onError(error, connection.id, entity);
      return this.#parts.clock.now();
    });
    this.#wantPass(connection, entity, full, notBefore);
  }

  #wantPass(connection: SyncConnection, entity: string, full: boolean, notBefore: number): void {
    const { clock, limits, passRequests } = this.#parts;
    if (intervalOf(connection, entity, limits) === null) return;
    passRequests.add(connection.id, entity, { full, notBefore, begunAfter: clock.now(), fresh: false });
    this.#wakeAt.set(connection.id, Math.min(notBefore, this.#wakeAt.get(connection.id) ?? 0));
  }

  async #earliestPass(connection: SyncConnection, entity: string): Promise<number> {
    const { clock, limits, store } = this.#parts;
    const finished = (await readSyncState(store, connection, entity))?.finished_at ?? null;
    const earliest = finished === null ? 0 : Date.parse(finished) + limits.earlyPassSeconds * 1000;
    return Math.max(clock.now(), earliest);
  }

  #forget(connectionId: string): void {
    this.#parts.passRequests.drop(connectionId);
    this.#waiting.delete(connectionId);
    this.#wakeAt.delete(connectionId);
  }

  #abandon(connectionId: string): void {
    this.#forget(connectionId);
    this.#active.get(connectionId)?.gone.abort(new Error('The connection was removed.'));
  }

  #enqueue(connection: SyncConnection): void {
    if (this.#stopping.signal.aborted) return;
    this.#waiting.set(connection.id, connection);
    this.#queue(connection);
  }

  // A connection that is wanted while it runs stays waiting until that run has ended.
  #queue({ id, workspaceId }: SyncConnection): void {
    if (this.#queued.has(id) || this.#active.has(id)) return;
    this.#queued.add(id);
    this.#runs.take(workspaceId, this.#stopping.signal).then(
      (turn) => this.#begin(id, turn),
      () => this.#queued.delete(id),
    );
  }

  #begin(id: string, turn: Turn): void {
    this.#queued.delete(id);
    const connection = this.#waiting.get(id);
    if (connection === undefined || this.#stopping.signal.aborted) {
      turn.end();
      return;
    }
    this.#waiting.delete(id);
    const gone = new AbortController();
    const outdated = new AbortController();
    const stopping = AbortSignal.any([this.#stopping.signal, outdated.signal]);
    const { clock, limits } = this.#parts;
    const ending = AbortSignal.any([gone.signal, stopping]);
    const slot = new RunSlot(this.#slots, connection.workspaceId, clock, limits, ending);
    const done = this.#run(connection, { gone: gone.signal, stopping, slot }, slot).finally(() => {
      turn.end();
      const again = this.#waiting.get(id);
      if (again !== undefined) this.#queue(again);
    });
    this.#active.set(id, { gone, outdated, done });
  }

  async #run(connection: SyncConnection, signals: RunSignals, slot: RunSlot): Promise<void> {
    const { clock, passRequests, limits } = this.#parts;
    let wakeAt = clock.now() + limits.pollSeconds * 1000;
    const lookSeconds = Math.max(limits.lookSeconds, this.#listed / maxChecksPerSecond);
    try {
      await slot.take();
      wakeAt = await runConnection(this.#parts, connection, signals);
    } catch (error) {
      this.#onError(error, connection.id, null);
    } finally {
      slot.release();
    }
    this.#active.delete(connection.id);
    // What was wanted of an entity after its turn in this run is not part of `wakeAt` yet.
    const lookAt = clock.now() + lookSeconds * 1000;
    if (!signals.gone.aborted)
      this.#wakeAt.set(connection.id, Math.min(wakeAt, lookAt, passRequests.earliest(connection.id)));
  }
}

function requirePlan({ connector }: SyncConnection, entity: string): EntityPlan {
  const plans = entityPlans(connector);
  const plan = plans.find((candidate) => candidate.entity.name === entity);
  if (plan !== undefined) return plan;
  const names = plans.map((candidate) => candidate.entity.name).join(', ');
  throw new GatewayError('unknown_entity', `The entity "${entity}" has no copy. Entities with a copy: ${names}.`);
}
