import { GatewayError } from '@connectory/errors';
import type { ContextStore, StoredRecord, StoreScope } from '../store/context-store.ts';
import {
  type Checkpoint,
  newCheckpoint,
  type OpenPartition,
  openPartition,
  readCheckpoint,
  type SyncError,
  storedCheckpoint,
} from './checkpoint.ts';
import type { Clock } from './clock.ts';
import type { Demands } from './demands.ts';
import type { EntityPlan } from './entity-plan.ts';
import type { SyncBudget } from './live-priority.ts';
import type { OwnTouches } from './own-touches.ts';
import { nextCycle } from './page-cycle.ts';
import { toPageRecords } from './page-records.ts';
import { cursorParams } from './param-fit.ts';
import { describePartition, partitionCount, partitionsAfter, readingParams } from './partitions.ts';
import { longestNextParams, longestWaitSeconds, mostStalls, mostWaits, type SyncLimits } from './pass-limits.ts';
import { begun, ended, held, partitionDone, partitionFailed, partitionOpen } from './pass-steps.ts';
import { type Partition, partitionPrefix } from './record-key.ts';
import { type Reaction, reactionTo, secondsUntilResume, syncError } from './sync-failure.ts';
import type { PageParams, SourcePage, SyncConnection, SyncSource } from './sync-source.ts';

/** What passes work with. */
export interface PassParts {
  readonly store: ContextStore;
  readonly source: SyncSource;
  readonly budget: SyncBudget;
  readonly touches: OwnTouches;
  readonly demands: Demands;
  readonly clock: Clock;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
  readonly limits: SyncLimits;
  /** Told every fault, with its stack where it has one; what is shown to people goes into the checkpoint. */
  readonly onFault: (error: unknown, connectionId: string, entity: string) => void;
}

/** What one pass is to do. */
export interface PassTask {
  readonly connection: SyncConnection;
  readonly plan: EntityPlan;
  /** Whether a pass that begins has to be a full one. */
  readonly full: boolean;
  /** Aborts when the pass must not touch the copy any more. */
  readonly lost: AbortSignal;
  /** Aborts when the pass is to stop after the current page. */
  readonly stopping: AbortSignal;
}

/** How a pass left the stage: ended, or to be gone on with later; `blocked` when nothing else of the connection can be read. */
export type PassEnd = 'ended' | 'held' | 'blocked' | 'stopped';

/** Thrown when another process has written to the copy of an entity whose lease was held. */
export class LostLeaseError extends Error {
  constructor() {
    super('Another process has taken over this synchronisation.');
    this.name = 'LostLeaseError';
  }
}

/**
 * One pass over one entity of one connection, or the rest of one that was interrupted. Each page is committed together with the
 * checkpoint that leads on from it, so that the pass can end anywhere and nothing is lost, doubled or kept too long.
 */
export class SyncPass {
  readonly #parts: PassParts;
  readonly #task: PassTask;
  readonly #scope: StoreScope;
  #checkpoint: Checkpoint;
  #heard = 0;

  constructor(parts: PassParts, task: PassTask) {
    this.#parts = parts;
    this.#task = task;
    this.#scope = { connectionId: task.connection.id, layout: task.plan.layout };
    this.#checkpoint = newCheckpoint(task.plan);
  }

  /** Number of the newest demand there was when the pass asked for its last page, or when it began to end. */
  get heard(): number {
    return this.#heard;
  }

  /** Runs the pass as far as it gets. Throws what the store throws, and when the lease is lost. */
  async run(): Promise<PassEnd> {
    const { store } = this.#parts;
    const { connection, plan, stopping } = this.#task;
    await store.prepare(this.#scope);
    if (!(await this.#begin())) return 'stopped';
    const open = this.#checkpoint.position?.open;
    const end = open ? await this.#readPartition(open) : null;
    if (end !== null) return end;
    for await (const { mark, partition } of partitionsAfter(store, connection, plan, this.#done)) {
      if (stopping.aborted) return this.#stop();
      if (GatewayError.is(partition)) {
        await this.#fail(mark, null, partition);
        continue;
      }
      const partitionEnd = await this.#readPartition(openPartition(mark, partition, await this.#isWhole(partition)));
      if (partitionEnd !== null) return partitionEnd;
    }
    return this.#end();
  }

  get #done(): string | null {
    return this.#checkpoint.position?.done ?? null;
  }

  async #begin(): Promise<boolean> {
    const { store, clock, limits, demands } = this.#parts;
    const { connection, plan, full, stopping } = this.#task;
    const known = readCheckpoint(plan, await store.readCheckpoint(this.#scope)) ?? newCheckpoint(plan);
    this.#checkpoint = known;
    if (known.position !== null) {
      await this.#save({ ...known, phase: 'running', held: null, nextRunAt: null });
      return true;
    }
    const total = await partitionCount(store, connection, plan);
    // A connection that has changed stops the passes that know the old one, and those must not pass for fresh.
    if (stopping.aborted) return false;
    const start = begun(plan, known, { now: clock.now(), full, total, limits });
    demands.begin(connection.id, plan.entity.name, start.pass);
    await this.#save(start);
    return true;
  }

  // Partitions that are new or failed before have records the cursor would pass over.
  async #isWhole(partition: Partition): Promise<boolean> {
    const { kind, owed } = this.#checkpoint;
    if (kind !== 'incremental') return true;
    const prefix = partitionPrefix(partition);
    if (owed.some((one) => partitionPrefix(one) === prefix)) return true;
    const [first] = await this.#parts.store.listRecords(this.#scope, prefix, 1);
    return first === undefined || !first.key.startsWith(prefix);
  }

  async #readPartition(opened: OpenPartition): Promise<PassEnd | null> {
    const { budget, source, clock, demands } = this.#parts;
    const { connection, plan, lost, stopping } = this.#task;
    let open = opened;
    for (let waits = 0; ; ) {
      await budget.turn(connection.id, AbortSignal.any([lost, stopping]));
      lost.throwIfAborted();
      if (stopping.aborted) return this.#stop(open);
      const asked = clock.now();
      this.#heard = demands.newest;
      let page: SourcePage;
      try {
        const params = this.#params(open);
        page = await source.readPage({
          connection,
          entity: plan.entity,
          action: plan.actionName,
          params,
          signal: lost,
        });
      } catch (error) {
        lost.throwIfAborted();
        // The page was broken off with the process; whoever goes on need not wait.
        if (stopping.aborted && GatewayError.is(error, 'shutting_down')) return this.#stop(open);
        const reaction = reactionTo(error);
        if (reaction.kind === 'wait' && reaction.seconds <= longestWaitSeconds && waits < mostWaits) {
          waits += 1;
          await this.#wait(open, error, reaction.seconds);
          continue;
        }
        if (GatewayError.is(error, 'upstream_rejected') && open.nextParams !== null && !open.restarted) {
          open = this.#restart(open);
          continue;
        }
        return this.#giveUp(open, error, reaction);
      }
      waits = 0;
      const next = await this.#commit(open, page, asked);
      if (next === null) return null;
      open = next;
    }
  }

  #params({ partition, full, nextParams }: OpenPartition): PageParams {
    const { plan } = this.#task;
    const { since } = this.#checkpoint;
    const from =
      full || since === null || plan.cursor === null
        ? {}
        : cursorParams(plan.action.params, plan.constants, plan.cursor.param, since);
    return { ...readingParams(plan, partition), ...from, ...nextParams };
  }

  // Upstreams forget where a listing stood after a while. Rows that are read again count once.
  #restart(open: OpenPartition): OpenPartition {
    this.#checkpoint = { ...this.#checkpoint, rows: this.#checkpoint.rows - open.rows };
    return { ...openPartition(open.mark, open.partition, open.full), restarted: true };
  }

  async #wait(open: OpenPartition, error: unknown, seconds: number): Promise<void> {
    const { clock } = this.#parts;
    const { lost, stopping } = this.#task;
    const until = clock.now() + seconds * 1000;
    await this.#save(held(partitionOpen(this.#checkpoint, open), 'waiting', this.#shown(null, error), until));
    await clock.sleep(seconds * 1000, AbortSignal.any([lost, stopping]));
  }

  async #giveUp(open: OpenPartition, error: unknown, reaction: Reaction): Promise<PassEnd | null> {
    const { clock, limits, onFault } = this.#parts;
    const { connection, plan } = this.#task;
    onFault(error, connection.id, plan.entity.name);
    const isOnly = plan.origin.from === 'nowhere';
    if (reaction.kind === 'partition' && !(isOnly && reaction.again && open.stalls < mostStalls)) {
      await this.#fail(open.mark, open.partition, error);
      return null;
    }
    const resumeAt = clock.now() + secondsUntilResume(error, reaction, limits.intervalSeconds) * 1000;
    const phase = reaction.kind === 'wait' ? 'waiting' : 'failed';
    const stalled = { ...open, stalls: open.stalls + (reaction.kind === 'partition' ? 1 : 0) };
    await this.#save(held(partitionOpen(this.#checkpoint, stalled), phase, this.#shown(null, error), resumeAt));
    return reaction.kind === 'partition' ? 'held' : 'blocked';
  }

  async #commit(open: OpenPartition, page: SourcePage, asked: number): Promise<OpenPartition | null> {
    const { touches } = this.#parts;
    const { connection, plan, lost } = this.#task;
    lost.throwIfAborted();
    const { settled: known, startedAt, pages, rows } = this.#checkpoint;
    const passStart = startedAt === null ? asked : Date.parse(startedAt);
    const found = toPageRecords(plan, open.partition, page.records, { settled: known, passStart });
    const records = found.records.filter(({ key }) => !touches.since(connection.id, plan.entity.name, key, asked));
    const counted: Checkpoint = {
      ...this.#checkpoint,
      phase: 'running',
      held: null,
      nextRunAt: null,
      ready: true,
      pages: pages + 1,
      rows: rows + page.records.length,
      settled: found.settled,
    };
    const keyless = open.keyless + found.keyless;
    const next = page.nextParams === null ? null : this.#next(open, page.nextParams);
    if (next !== null && !GatewayError.is(next)) {
      const read = { ...next, rows: open.rows + page.records.length, keyless };
      await this.#savePage(records, partitionOpen(counted, read));
      return read;
    }
    const fault = next ?? (keyless > 0 ? withoutKey(keyless) : null);
    await this.#savePage(
      records,
      fault === null
        ? partitionDone(counted, open.mark)
        : partitionFailed(counted, open.mark, open.partition, this.#shown(open.partition, fault)),
    );
    return null;
  }

  #next(open: OpenPartition, nextParams: PageParams): OpenPartition | GatewayError {
    const pages = open.pages + 1;
    const { mostPages } = this.#parts.limits;
    if (pages >= mostPages) return endless(`still has more after ${mostPages} pages`);
    if (JSON.stringify(nextParams).length > longestNextParams) return endless('names a next page at too great length');
    const cycle = nextCycle(open.cycle, pages, nextParams);
    if (cycle === null) return endless('leads back to a page that was read before');
    return { ...open, nextParams, pages, cycle, stalls: 0 };
  }

  async #fail(mark: string, partition: Partition | null, error: unknown): Promise<void> {
    await this.#save(partitionFailed(this.#checkpoint, mark, partition, this.#shown(partition ?? mark, error)));
  }

  // A partition whose values are not known is shown as the parent record or setting it comes from.
  #shown(partition: Partition | string | null, error: unknown): SyncError {
    const { plan } = this.#task;
    if (partition === null) return syncError(null, error);
    if (typeof partition !== 'string') return syncError(describePartition(plan, partition), error);
    const { origin } = plan;
    if (origin.from === 'nowhere') return syncError(null, error);
    const name = origin.from === 'setting' ? origin.setting.setting : origin.parent.entity.name;
    return syncError({ [name]: partition }, error);
  }

  async #stop(open: OpenPartition | null = null): Promise<PassEnd> {
    const checkpoint = open === null ? this.#checkpoint : partitionOpen(this.#checkpoint, open);
    await this.#save(held(checkpoint, 'waiting', checkpoint.held, this.#parts.clock.now()));
    return 'stopped';
  }

  async #end(): Promise<PassEnd> {
    const { store, clock, limits, random, demands } = this.#parts;
    // Whoever asks from here on may have seen the end already.
    this.#heard = demands.newest;
    const now = clock.now();
    const interval = limits.intervalSeconds * 1000 * (1 + limits.jitter * (2 * random() - 1));
    const checkpoint = ended(this.#checkpoint, now, now + interval);
    if (checkpoint.kind !== 'full' || checkpoint.partitionsFailed > 0) {
      await this.#save(checkpoint);
      return 'ended';
    }
    await this.#guard();
    this.#checkpoint = { ...checkpoint, revision: checkpoint.revision + 1 };
    const removed = await store.endPass(this.#scope, checkpoint.pass, storedCheckpoint(this.#checkpoint));
    if (removed > 0) await this.#save({ ...this.#checkpoint, removed });
    return 'ended';
  }

  async #savePage(records: readonly StoredRecord[], checkpoint: Checkpoint): Promise<void> {
    await this.#guard();
    const next = { ...checkpoint, revision: checkpoint.revision + 1 };
    const page = { records, generation: next.pass, checkpoint: storedCheckpoint(next) };
    const { added, changed } = await this.#parts.store.writePage(this.#scope, page);
    this.#checkpoint = { ...next, added: next.added + added, changed: next.changed + changed };
  }

  async #save(checkpoint: Checkpoint): Promise<void> {
    await this.#guard();
    this.#checkpoint = { ...checkpoint, revision: checkpoint.revision + 1 };
    await this.#parts.store.writeCheckpoint(this.#scope, storedCheckpoint(this.#checkpoint));
  }

  // A process that was stopped for longer than its lease does not learn of it before it writes.
  async #guard(): Promise<void> {
    this.#task.lost.throwIfAborted();
    const stored = readCheckpoint(this.#task.plan, await this.#parts.store.readCheckpoint(this.#scope));
    if ((stored?.revision ?? 0) !== this.#checkpoint.revision) throw new LostLeaseError();
  }
}

function endless(how: string): GatewayError {
  return new GatewayError('upstream_unavailable', `The listing ${how}. Its end was not reached; nothing is removed.`);
}

function withoutKey(count: number): GatewayError {
  const what = count === 1 ? 'One record came without a usable key' : `${count} records came without a usable key`;
  return new GatewayError('upstream_unavailable', `${what} and could not be kept; nothing is removed.`);
}
