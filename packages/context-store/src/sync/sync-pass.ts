import { GatewayError } from '@connectory/errors';
import type { ContextStore, KeyRange, StoredRecord, StoreScope, UnseenRecords } from '../stores/context-store.ts';
import { type Batch, batchAfter } from './batches.ts';
import {
  type Checkpoint,
  type HeldRemoval,
  newCheckpoint,
  type OpenPartition,
  openPartition,
  readCheckpoint,
  type SyncError,
} from './checkpoint.ts';
import { isoTime } from './clock.ts';
import { cursorParams } from './cursors.ts';
import { changedSince, type EntityPlan } from './entity-plan.ts';
import { cutShort, endless, nextCycle, noCycle, ParentListing, withoutKey } from './listing.ts';
import type { OwnTouches } from './own-writes.ts';
import { canChangeSize, isTooHeavy, nextPageSize, sizeParam, smallerPage } from './page-size.ts';
import { PageReader, type PageReaderParts, toPageRecords } from './pages.ts';
import {
  describePartition,
  type PartitionSource,
  partitionCount,
  partitionsAfter,
  readingParams,
  vanishedPartitions,
} from './partitions.ts';
import {
  clockMargin,
  intervalOf,
  largeRemoval,
  maxLooks,
  maxNextParamsLength,
  maxStalls,
  minLookups,
} from './pass-limits.ts';
import { PassProgress } from './pass-progress.ts';
import type { PassRequests } from './pass-requests.ts';
import {
  begun,
  ended,
  listingStalled,
  partitionDone,
  partitionFailed,
  partitionOpen,
  passConstants,
  paused,
  removalHeld,
  vanishedRemoved,
} from './pass-steps.ts';
import { type Partition, partitionPrefix, partitionRange } from './record-key.ts';
import type { WorkSlot } from './run-slot.ts';
import { lookUp, withKeys } from './second-look.ts';
import {
  isWorthWaiting,
  type Reaction,
  reactionTo,
  secondsUntilResume,
  syncError,
  yieldsToOthers,
} from './sync-failure.ts';
import type { PageParams, SourcePage, SyncConnection } from './sync-source.ts';

/** What passes work with. */
export interface PassParts extends PageReaderParts {
  readonly store: ContextStore;
  readonly touches: OwnTouches;
  readonly passRequests: PassRequests;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
  /** Called when a pass ends that held a large removal. */
  readonly onHeld: (connection: SyncConnection, entity: string, held: HeldRemoval) => void;
  /** Told every error, with its stack where it has one; what is shown to people goes into the checkpoint. */
  readonly onError: (error: unknown, connectionId: string, entity: string) => void;
}

/** What one pass is to do. */
export interface PassTask {
  readonly connection: SyncConnection;
  readonly plan: EntityPlan;
  /** The stored checkpoint; null if there is none. Only the holder of the lease writes it. */
  readonly known: Checkpoint | null;
  /** Whether a pass that begins has to be a full one. */
  readonly full: boolean;
  /** Whether a person has confirmed that what it does not see is gone. */
  readonly confirmed: boolean;
  /** Aborts when the pass must not touch the copy any more. */
  readonly lost: AbortSignal;
  /** Aborts when the pass is to stop after the current page. */
  readonly stopping: AbortSignal;
  readonly slot: WorkSlot;
}

/** How a pass left the stage: ended, or to be gone on with later; `blocked` when nothing else of the connection can be read. */
export type PassEnd = 'ended' | 'paused' | 'blocked' | 'stopped';

/**
 * One pass over one entity of one connection, or the rest of one that was interrupted. Each page is committed together with the
 * checkpoint that leads on from it, so that the pass can end anywhere and nothing is lost, doubled or kept too long.
 */
export class SyncPass {
  readonly #parts: PassParts;
  readonly #task: PassTask;
  readonly #scope: StoreScope;
  readonly #progress: PassProgress;
  readonly #pages: PageReader;
  #received = 0;

  constructor(parts: PassParts, task: PassTask) {
    const { connection, plan, known, lost, slot } = task;
    this.#parts = parts;
    this.#task = task;
    this.#scope = { connectionId: connection.id, layout: plan.layout };
    this.#progress = new PassProgress(parts.store, this.#scope, known ?? newCheckpoint(plan), lost);
    this.#pages = new PageReader(parts, slot);
  }

  /** Number of the newest request when the pass requested its last page, or started to end. */
  get received(): number {
    return this.#received;
  }

  /** Runs the pass as far as it gets. Throws what the store throws, and when the lease is lost. */
  async run(): Promise<PassEnd> {
    const { store } = this.#parts;
    const { connection, plan, stopping } = this.#task;
    await store.prepare(this.#scope);
    const listing = ParentListing.of(plan, connection);
    if (!(await this.#begin(listing !== null))) return 'stopped';
    const open = this.checkpoint.position?.open;
    const end = (open ? await this.#readPartition(open) : null) ?? (listing && (await this.#list(listing)));
    if (end !== null) return end;
    const source = { store, connection, plan, listed: listing?.partitions ?? null };
    const read = { ...source, changes: this.#changes() };
    if (this.checkpoint.position?.removedBelow == null) {
      for await (const { mark, partition } of partitionsAfter(read, this.checkpoint.position?.done ?? null)) {
        if (stopping.aborted) return this.#stop();
        if (GatewayError.is(partition)) {
          await this.#fail(mark, null, partition);
          continue;
        }
        const partitionEnd = await this.#readPartition(openPartition(mark, partition, await this.#isWhole(partition)));
        if (partitionEnd !== null) return partitionEnd;
      }
    }
    return (await this.#removeVanished(source)) ?? this.#end();
  }

  /** The state of the entity as last stored, without the counts of that write. */
  get checkpoint(): Checkpoint {
    return this.#progress.checkpoint;
  }

  // An entity that is only read on request has the interval of the engine.
  get #intervalSeconds(): number {
    const { connection, plan } = this.#task;
    const { limits } = this.#parts;
    return intervalOf(connection, plan.entity.name, limits) ?? limits.intervalSeconds;
  }

  get #constants(): PageParams {
    return this.checkpoint.constants ?? this.#task.plan.constants;
  }

  async #begin(isListed: boolean): Promise<boolean> {
    const { store, clock, limits, passRequests } = this.#parts;
    const { connection, plan, full, confirmed, stopping } = this.#task;
    const known = this.checkpoint;
    if (known.position !== null) {
      await this.#progress.save({ ...known, phase: 'running', pausedBy: null, nextRunAt: null });
      return true;
    }
    const total = isListed ? null : await partitionCount({ store, connection, plan, listed: null });
    // A connection that has changed stops the passes that know the old one, and those must not pass for fresh.
    if (stopping.aborted) return false;
    const now = clock.now();
    const constants = passConstants(plan, connection, now);
    const start = begun(plan, known, {
      now,
      full: full || confirmed,
      total,
      constants,
      limits,
      confirmed,
      parentsAt: await this.#parentsAt(),
    });
    passRequests.begin(connection.id, plan.entity.name, start.pass);
    await this.#progress.save(start);
    return true;
  }

  async #parentsAt(): Promise<string | null> {
    const { connection, plan } = this.#task;
    if (plan.origin.from !== 'entity' || plan.changedBy === null) return null;
    const { parent } = plan.origin;
    const stored = await this.#parts.store.readCheckpoint({ connectionId: connection.id, layout: parent.layout });
    return readCheckpoint(parent, stored)?.startedAt ?? null;
  }

  /** Which partitions a pass reads that leaves out those of unchanged parents; undefined for all. */
  #changes(): PartitionSource['changes'] {
    const { kind, parentsSince, pending } = this.checkpoint;
    if (kind !== 'incremental' || parentsSince === null) return undefined;
    const since = isoTime(Date.parse(parentsSince) - clockMargin);
    const condition = changedSince(this.#task.plan, since);
    return condition === null ? undefined : { condition, owed: new Set(pending.map(partitionPrefix)) };
  }

  // Partitions that are new or failed before have records the cursor would pass over.
  async #isWhole(partition: Partition): Promise<boolean> {
    const { kind, pending } = this.checkpoint;
    const { cursor, batch } = this.#task.plan;
    if (kind !== 'incremental' || (cursor === null && batch === null)) return true;
    const prefix = partitionPrefix(partition);
    if (pending.some((one) => partitionPrefix(one) === prefix)) return true;
    if (batch !== null) return this.#changes() === undefined;
    const [first] = await this.#parts.store.listRecords(this.#scope, prefix, 1);
    return first === undefined || !first.key.startsWith(prefix);
  }

  async #list(listing: ParentListing): Promise<PassEnd | null> {
    const { connection, lost, stopping } = this.#task;
    for (let waits = 0; !listing.isComplete; ) {
      await this.#pages.turn(connection.id, AbortSignal.any([lost, stopping]));
      lost.throwIfAborted();
      if (stopping.aborted) return this.#stop();
      try {
        await listing.readPage(this.#pages, connection, lost);
        waits = 0;
      } catch (error) {
        lost.throwIfAborted();
        if (this.#isInterrupted(error)) return this.#stop();
        const reaction = reactionTo(error);
        if (isWorthWaiting(reaction, waits) && !yieldsToOthers(reaction)) {
          waits += 1;
          await this.#wait(this.checkpoint, error, reaction.seconds);
          continue;
        }
        const stalls = this.checkpoint.position?.stalls ?? 0;
        const isOver = reaction.kind === 'partition' && !(reaction.again && stalls < maxStalls);
        if (!isOver) return this.#pause(listingStalled(this.checkpoint), error, reaction);
        this.#report(error);
        // Without the list nothing is known to be gone.
        this.#progress.change(partitionFailed(this.checkpoint, '', null, this.#shown(null, error)));
        return this.#end();
      }
    }
    this.#progress.change({ ...this.checkpoint, partitionsTotal: listing.partitions.length });
    return null;
  }

  async #readPartition(opened: OpenPartition): Promise<PassEnd | null> {
    let open = opened;
    for (;;) {
      const read = await this.#readPages(open);
      if (read === null || typeof read === 'string') return read;
      const next = await this.#removeUnseen(read);
      if (next === null || typeof next === 'string') return next;
      open = next;
    }
  }

  /** Reads the pages of a partition. Null once it is finished; otherwise the partition, whose unseen records remain to be removed. */
  async #readPages(opened: OpenPartition): Promise<OpenPartition | PassEnd | null> {
    const { clock, passRequests } = this.#parts;
    const { connection, plan, lost, stopping } = this.#task;
    let open = opened;
    for (let waits = 0; !open.read; ) {
      await this.#pages.turn(connection.id, AbortSignal.any([lost, stopping]));
      lost.throwIfAborted();
      if (stopping.aborted) return this.#stop(open);
      const asked = clock.now();
      this.#received = passRequests.newest;
      if (plan.batch !== null && open.batch === null) open = { ...open, batch: await this.#batchAfter(null) };
      let page: SourcePage;
      try {
        page = await this.#readPage(open);
      } catch (error) {
        lost.throwIfAborted();
        if (this.#isInterrupted(error)) return this.#stop(open);
        const smaller = isTooHeavy(error) ? smallerPage(plan, this.checkpoint.pageSize) : null;
        if (smaller !== null) {
          if (!canChangeSize(plan)) open = this.#restart(open);
          this.#progress.change({ ...this.checkpoint, pageSize: smaller });
          continue;
        }
        const reaction = reactionTo(error);
        if (isWorthWaiting(reaction, waits) && !yieldsToOthers(reaction)) {
          waits += 1;
          await this.#wait(partitionOpen(this.checkpoint, open), error, reaction.seconds);
          continue;
        }
        if (GatewayError.is(error, 'upstream_rejected') && open.nextParams !== null && !open.restarted) {
          open = { ...this.#restart(open), restarted: true };
          continue;
        }
        const isEmpty = plan.isEmptyWhenNotFound && open.nextParams === null;
        if (!isEmpty || !GatewayError.is(error, 'record_not_found')) return this.#giveUp(open, error, reaction);
        open = { ...open, full: true, notFound: true };
        page = { records: [], nextParams: null };
      }
      waits = 0;
      const next = await this.#commit(open, page, asked);
      if (next === null) return null;
      open = next;
    }
    return open;
  }

  // The page was interrupted with the process, or the connection was paused; the process that continues need not wait.
  #isInterrupted(error: unknown): boolean {
    if (GatewayError.is(error, 'connection_paused')) return true;
    return this.#task.stopping.aborted && GatewayError.is(error, 'shutting_down');
  }

  async #readPage(open: OpenPartition): Promise<SourcePage> {
    const { connection, plan, lost } = this.#task;
    const { entity, actionName: action } = plan;
    // There is no parent whose children could be read.
    if (plan.batch !== null && open.batch === null) return { records: [], nextParams: null };
    return this.#pages.readPage({ connection, entity, action, params: this.#params(open), signal: lost });
  }

  async #batchAfter(last: string | null): Promise<Batch | null> {
    const { connection, plan } = this.#task;
    return batchAfter({ store: this.#parts.store, connection, plan, listed: null, changes: this.#changes() }, last);
  }

  #params({ partition, full, batch, nextParams }: OpenPartition): PageParams {
    const { plan } = this.#task;
    const { since } = this.checkpoint;
    const from =
      full || since === null || plan.cursor === null
        ? {}
        : cursorParams(plan.params, this.#constants, plan.cursor, since);
    const size = sizeParam(plan, this.checkpoint.pageSize);
    return { ...readingParams(plan, this.#constants, partition), ...from, ...batch?.params, ...nextParams, ...size };
  }

  // Reads the partition from its first page. Rows that are read again count once.
  #restart({ mark, partition, full, rows, restarted, look, seenBefore }: OpenPartition): OpenPartition {
    this.#progress.change({ ...this.checkpoint, rows: this.checkpoint.rows - rows });
    return { ...openPartition(mark, partition, full), restarted, look, seenBefore };
  }

  async #wait(checkpoint: Checkpoint, error: unknown, seconds: number): Promise<void> {
    const { clock } = this.#parts;
    const { lost, stopping } = this.#task;
    await this.#progress.save(paused(checkpoint, 'waiting', this.#shown(null, error), clock.now() + seconds * 1000));
    await this.#pages.sleep(seconds, AbortSignal.any([lost, stopping]));
  }

  async #giveUp(open: OpenPartition, error: unknown, reaction: Reaction): Promise<PassEnd | null> {
    const isOnly = this.#task.plan.partitionParams.length === 0;
    if (reaction.kind === 'partition' && !(isOnly && reaction.again && open.stalls < maxStalls)) {
      this.#report(error);
      await this.#fail(open.mark, open.partition, error);
      return null;
    }
    const stalled = { ...open, stalls: open.stalls + (reaction.kind === 'partition' ? 1 : 0) };
    return this.#pause(partitionOpen(this.checkpoint, stalled), error, reaction);
  }

  async #pause(checkpoint: Checkpoint, error: unknown, reaction: Reaction): Promise<PassEnd> {
    const { clock } = this.#parts;
    this.#report(error);
    const resumeAt = clock.now() + secondsUntilResume(error, reaction, this.#intervalSeconds) * 1000;
    const phase = reaction.kind === 'wait' ? 'waiting' : 'failed';
    await this.#progress.save(paused(checkpoint, phase, this.#shown(null, error), resumeAt));
    const isAlone = reaction.kind === 'partition' || (reaction.kind === 'wait' && reaction.alone);
    return isAlone ? 'paused' : 'blocked';
  }

  #report(error: unknown): void {
    const { connection, plan } = this.#task;
    this.#parts.onError(error, connection.id, plan.entity.name);
  }

  async #commit(open: OpenPartition, page: SourcePage, asked: number): Promise<OpenPartition | null> {
    const { touches } = this.#parts;
    const { connection, plan, lost } = this.#task;
    lost.throwIfAborted();
    const { safeCursor: known, startedAt, pages, rows, pass } = this.checkpoint;
    const passStart = startedAt === null ? asked : Date.parse(startedAt);
    const settings = { constants: this.#constants, safeCursor: known, passStart };
    const found = await toPageRecords(plan, open.partition, page.records, settings);
    const isTouched = (key: string) => touches.since(connection.id, plan.entity.name, key, asked);
    const records = found.records.filter(({ key }) => !isTouched(key));
    const goneKeys = found.goneKeys.filter((key) => !isTouched(key));
    const counted: Checkpoint = {
      ...this.checkpoint,
      phase: 'running',
      pausedBy: null,
      nextRunAt: null,
      ready: true,
      pages: pages + 1,
      rows: rows + page.records.length,
      safeCursor: found.safeCursor,
      leftOut: this.checkpoint.leftOut || page.incomplete === true,
      pageSize: nextPageSize(plan, this.checkpoint.pageSize, open.pages + 1),
    };
    const keyless = open.keyless + found.keyless;
    const isLook = open.full && pass > 1;
    const after = {
      rows: open.rows + page.records.length,
      seen: isLook ? withKeys(open.seen, found.records) : open.seen,
      keyless,
      incomplete: open.incomplete || page.incomplete === true,
    };
    const next = await this.#after(open, page, found.records);
    if (next !== null && !GatewayError.is(next)) {
      const read = { ...next, ...after };
      await this.#progress.savePage(records, partitionOpen(counted, read), goneKeys);
      return read;
    }
    const problem = next ?? (keyless > 0 ? withoutKey(keyless) : null);
    if (problem === null && isLook) {
      const read = { ...open, ...after, pages: open.pages + 1, read: true };
      await this.#progress.savePage(records, partitionOpen(counted, read), goneKeys);
      return read;
    }
    await this.#progress.savePage(
      records,
      problem === null
        ? partitionDone(counted, open.mark)
        : partitionFailed(counted, open.mark, open.partition, this.#shown(open.partition, problem)),
      goneKeys,
    );
    return null;
  }

  /** The partition with its next page, or null after the last one; the error if the list does not end, or ends too early. */
  async #after(
    open: OpenPartition,
    { nextParams, cappedAt }: SourcePage,
    records: readonly StoredRecord[],
  ): Promise<OpenPartition | GatewayError | null> {
    if (cappedAt !== undefined) return cutShort(cappedAt);
    return nextParams === null ? this.#nextBatch(open) : this.#next(open, nextParams, records);
  }

  async #nextBatch(open: OpenPartition): Promise<OpenPartition | null> {
    if (this.#task.plan.batch === null || open.batch === null) return null;
    const batch = await this.#batchAfter(open.batch.last);
    return batch && { ...open, batch, nextParams: null, pages: open.pages + 1, cycle: noCycle, stalls: 0 };
  }

  #next(open: OpenPartition, nextParams: PageParams, records: readonly StoredRecord[]): OpenPartition | GatewayError {
    const pages = open.pages + 1;
    const { maxPages } = this.#parts.limits;
    if (pages >= maxPages) return endless(`still has more after ${maxPages} pages`);
    if (JSON.stringify(nextParams).length > maxNextParamsLength) return endless('has a next page that is too long');
    const cycle = nextCycle(
      open.cycle,
      pages,
      nextParams,
      records.map(({ key }) => key),
    );
    if (cycle === null) return endless('leads back to a page that was already read');
    return { ...open, nextParams, pages, cycle, stalls: 0 };
  }

  /**
   * Removes what the partition no longer has (spec/sync.md, "Removals"). Null once it is finished; the partition if it has to be read once
   * more before that is certain.
   */
  async #removeUnseen(open: OpenPartition): Promise<OpenPartition | PassEnd | null> {
    const { pass, confirmed, foundNone, heldLarge } = this.checkpoint;
    const range = open.partition.length === 0 ? null : partitionRange(open.partition);
    const limit = Math.max(minLookups, open.pages);
    const unseen = await this.#unseen(range, pass, limit);
    if (unseen.count === 0) {
      await this.#progress.save(partitionDone(this.checkpoint, open.mark));
      return null;
    }
    const isFew = !confirmed && !open.notFound && !open.incomplete && unseen.count <= limit;
    const existing = isFew ? await this.#lookUp(open.partition, unseen.records) : null;
    if (existing !== null && existing.length > 0) {
      await this.#progress.savePage(existing, partitionOpen(this.checkpoint, open));
    }
    if (confirmed || existing !== null) {
      const isDone = await this.#delete(range, pass, (checkpoint) => partitionDone(checkpoint, open.mark));
      return isDone ? null : this.#stop(open);
    }
    // What looks like an outage confirms nothing but what looked like one before.
    const isOutage = !heldLarge && isLargeRemoval(unseen.count, open.rows);
    const isDoubtful = open.incomplete || (open.notFound && foundNone) || isOutage;
    const since = isDoubtful ? null : this.#lookedSince(partitionPrefix(open.partition));
    const missedTwice = since === null ? 0 : (await this.#unseen(range, since, 0)).count;
    if (since === null || missedTwice === 0) return this.#hold(open, unseen.count);
    if (open.seen === open.seenBefore) {
      if (!(await this.#delete(range, since, (checkpoint) => partitionOpen(checkpoint, open)))) return this.#stop(open);
      return this.#hold(open, unseen.count - missedTwice);
    }
    // Records move between the pages of a list that changes while it is read.
    if (open.look === maxLooks) return this.#hold(open, unseen.count);
    return { ...this.#restart(open), look: open.look + 1, seenBefore: open.seen };
  }

  async #hold(open: OpenPartition, records: number): Promise<null> {
    const done = partitionDone(this.checkpoint, open.mark);
    if (records === 0) {
      await this.#progress.save(done);
      return null;
    }
    const partition = describePartition(this.#task.plan, open.partition);
    const held = removalHeld(done, { records, partition, isLarge: isLargeRemoval(records, open.rows) });
    await this.#progress.save({ ...held, partitionsNotFound: held.partitionsNotFound + (open.notFound ? 1 : 0) });
    return null;
  }

  #unseen(range: KeyRange | null, generation: number, limit: number): Promise<UnseenRecords> {
    return this.#parts.store.unseen(this.#scope, { range, generation, limit });
  }

  /** The last full pass, if it read the partition with this prefix: what neither it nor this pass has seen is gone. */
  #lookedSince(prefix: string): number | null {
    const { pass, kind, lookedAtAll, pending } = this.checkpoint;
    const wasRead = kind === 'full' && lookedAtAll && !pending.some((one) => partitionPrefix(one) === prefix);
    return wasRead ? pass - 1 : null;
  }

  async #delete(
    range: KeyRange | null,
    generation: number,
    after: (checkpoint: Checkpoint) => Checkpoint,
  ): Promise<boolean> {
    while (!(await this.#progress.deleteUnseen(range, generation, after(this.checkpoint)))) {
      if (this.#task.stopping.aborted) return false;
    }
    return true;
  }

  #lookUp(partition: Partition, unseen: readonly StoredRecord[]): Promise<readonly StoredRecord[] | null> {
    const { connection, plan, lost } = this.#task;
    const { store } = this.#parts;
    const parts = { store, source: this.#pages, connection, plan, scope: this.#scope, signal: lost };
    return lookUp({ ...parts, constants: this.#constants }, partition, unseen);
  }

  // Partitions whose parent or setting entry is gone are read no more, so that nothing else removes what they had.
  async #removeVanished(source: PartitionSource): Promise<PassEnd | null> {
    const { kind, pass, position, confirmed, heldLarge } = this.checkpoint;
    if (kind !== 'full' || pass === 1 || source.plan.partitionParams.length === 0) return null;
    for await (const range of vanishedPartitions(source, position?.removedBelow ?? null)) {
      // A parent was removed after a second look, and an entry by a person; a list that is read live may have left it out.
      const isCertain = source.listed === null || confirmed;
      const isDoubtful = source.listed?.length === 0 && !heldLarge;
      const since = isCertain ? pass : isDoubtful ? null : this.#lookedSince(range.from);
      const after = (checkpoint: Checkpoint) => vanishedRemoved(checkpoint, range.below);
      if (since !== null && !(await this.#delete(range, since, after))) return this.#stop();
      const records = isCertain ? 0 : (await this.#unseen(range, pass, 0)).count;
      if (records > 0) {
        this.#progress.change(removalHeld(this.checkpoint, { records, partition: null, isLarge: true }));
      }
      if (this.#task.stopping.aborted) return this.#stop();
    }
    return null;
  }

  async #fail(mark: string, partition: Partition | null, error: unknown): Promise<void> {
    const shown = this.#shown(partition ?? mark, error);
    await this.#progress.save(partitionFailed(this.checkpoint, mark, partition, shown));
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
    const checkpoint = open === null ? this.checkpoint : partitionOpen(this.checkpoint, open);
    await this.#progress.save(paused(checkpoint, 'waiting', checkpoint.pausedBy, this.#parts.clock.now()));
    return 'stopped';
  }

  async #end(): Promise<PassEnd> {
    const { clock, limits, random, passRequests } = this.#parts;
    // Later requests may already have seen the end.
    this.#received = passRequests.newest;
    const now = clock.now();
    const { connection, plan } = this.#task;
    const interval = this.#intervalSeconds * 1000 * (1 + limits.jitter * (2 * random() - 1));
    await this.#progress.end(ended(this.checkpoint, now, now + interval));
    const { held } = this.checkpoint;
    if (held?.large === true) this.#parts.onHeld(connection, plan.entity.name, held);
    return 'ended';
  }
}

// An empty list may be an outage, too.
function isLargeRemoval(unseen: number, seen: number): boolean {
  return seen === 0 || (unseen > largeRemoval.records && unseen > (unseen + seen) * largeRemoval.share);
}
