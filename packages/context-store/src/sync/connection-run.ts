import type { StoreScope } from '../stores/context-store.ts';
import { type Checkpoint, readCheckpoint } from './checkpoint.ts';
import type { EntityPlan } from './entity-plan.ts';
import { isLeaseUnavailable, type LeaseKeeper, leaseName } from './lease-keeper.ts';
import { intervalOf } from './pass-limits.ts';
import { LostLeaseError } from './pass-progress.ts';
import type { WorkSlot } from './run-slot.ts';
import { blocksConnection } from './sync-failure.ts';
import { type PassEnd, type PassParts, SyncPass } from './sync-pass.ts';
import type { SyncConnection } from './sync-source.ts';
import { readCheckpoints, readSyncStates } from './sync-state.ts';

/** Dependencies of runs, apart from their passes. */
export interface RunParts extends PassParts {
  readonly leases: LeaseKeeper;
  /** Called when the last pass of every copy of a connection has failed, with the first reason. */
  readonly onFailing: (connection: SyncConnection, reason: string) => void;
  /** Called before passes that are due: the connection with what its account has added by now. */
  readonly refresh: (connection: SyncConnection, full: boolean, signal: AbortSignal) => Promise<SyncConnection>;
}

/** What steers a run: it ends at once when the connection is gone, after the current page when the process stops or the connection has changed. */
export interface RunSignals {
  readonly slot: WorkSlot;
  readonly gone: AbortSignal;
  readonly stopping: AbortSignal;
}

interface Visit {
  readonly wakeAt: number;
  readonly end: PassEnd | null;
  /** Number of the newest request that the end of the pass satisfies. */
  readonly received: number;
}

/**
 * Runs the passes of a connection that are due, parents before children, each under its lease; an entity that another process
 * works on is passed over. Gives the time in milliseconds at which something will be due again.
 */
export async function runConnection(parts: RunParts, given: SyncConnection, signals: RunSignals): Promise<number> {
  const { clock, passRequests } = parts;
  let wakeAt = Number.POSITIVE_INFINITY;
  let heldUntil: number | undefined;
  let hasEnded = false;
  // Concurrent work of other processes is checked again under the lease.
  const known = await readCheckpoints(parts.store, given);
  const connection = await refreshed(parts, given, known, signals);
  const checkpoints = connection === given ? known : await readCheckpoints(parts.store, connection);
  for (const [plan, checkpoint] of checkpoints) {
    if (signals.gone.aborted || signals.stopping.aborted) break;
    const entity = new EntityVisit(parts, connection, plan, signals);
    const dueAt = entity.dueAt(checkpoint);
    if (dueAt > clock.now()) {
      wakeAt = Math.min(wakeAt, dueAt);
      continue;
    }
    const wantedAt = passRequests.earliest(connection.id);
    heldUntil ??= wantedAt > clock.now() ? connectionHeldUntil(checkpoints.values()) : 0;
    if (heldUntil > clock.now()) return Math.min(wantedAt, heldUntil);
    const visit = await entity.visit();
    wakeAt = Math.min(wakeAt, visit.wakeAt);
    hasEnded ||= visit.end === 'ended';
    if (visit.end !== 'blocked') continue;
    // An error that blocks one entity, such as a rejected credential, would only occur again at the next.
    passRequests.postponeAll(connection.id, visit.wakeAt, visit.received);
    return visit.wakeAt;
  }
  if (hasEnded) await reportFailing(parts, connection);
  return wakeAt;
}

async function refreshed(
  parts: RunParts,
  connection: SyncConnection,
  checkpoints: ReadonlyMap<EntityPlan, Checkpoint | null>,
  signals: RunSignals,
): Promise<SyncConnection> {
  const now = parts.clock.now();
  const due = Array.from(checkpoints).filter(
    ([plan, checkpoint]) => new EntityVisit(parts, connection, plan, signals).dueAt(checkpoint) <= now,
  );
  if (due.length === 0 || signals.gone.aborted || signals.stopping.aborted) return connection;
  const isFull = due.some(([{ entity }]) => parts.passRequests.of(connection.id, entity.name)?.full === true);
  return parts.refresh(connection, isFull, AbortSignal.any([signals.gone, signals.stopping]));
}

// Part of the copies may fail for lack of a permission; the states show that.
async function reportFailing({ store, onFailing }: RunParts, connection: SyncConnection): Promise<void> {
  const states = await readSyncStates(store, connection);
  // An entity without parents reads nothing, and cannot fail.
  const read = states.filter(({ pages, errors }) => pages > 0 || errors.length > 0);
  const reason = read[0]?.errors[0]?.message;
  if (reason !== undefined && read.every(({ phase }) => phase === 'failed')) onFailing(connection, reason);
}

/** Until when an error that concerns the whole connection holds it up; the error may have met another process. */
function connectionHeldUntil(checkpoints: Iterable<Checkpoint | null>): number {
  let until = 0;
  for (const checkpoint of checkpoints) {
    const { pausedBy = null, nextRunAt = null } = checkpoint ?? {};
    if (pausedBy !== null && blocksConnection(pausedBy)) until = Math.max(until, timeOf(nextRunAt) ?? 0);
  }
  return until;
}

/** How far the clocks of two processes may differ. */
const clockSkewMilliseconds = 60_000;

class EntityVisit {
  readonly #parts: RunParts;
  readonly #connection: SyncConnection;
  readonly #plan: EntityPlan;
  readonly #signals: RunSignals;

  constructor(parts: RunParts, connection: SyncConnection, plan: EntityPlan, signals: RunSignals) {
    this.#parts = parts;
    this.#connection = connection;
    this.#plan = plan;
    this.#signals = signals;
  }

  dueAt(checkpoint: Checkpoint | null): number {
    const { passRequests } = this.#parts;
    const { id } = this.#connection;
    const { name } = this.#plan.entity;
    if (checkpoint !== null) passRequests.satisfy(id, name, checkpoint, null);
    const wanted = passRequests.of(id, name)?.notBefore ?? Number.POSITIVE_INFINITY;
    return Math.min(wanted, this.#scheduledAt(checkpoint));
  }

  // A pass that ended in the future shows that the clock was set back since: what it scheduled is further away than it should be.
  #scheduledAt(checkpoint: Checkpoint | null): number {
    const { clock, limits } = this.#parts;
    const { finishedAt = null, pausedBy = null, position = null, nextRunAt = null } = checkpoint ?? {};
    const interval = intervalOf(this.#connection, this.#plan.entity.name, limits);
    // A pass that has begun is read to its end.
    if (interval === null && position === null) return Number.POSITIVE_INFINITY;
    const endedAt = timeOf(finishedAt) ?? 0;
    if (pausedBy === null && endedAt > clock.now() + clockSkewMilliseconds) return 0;
    const at = timeOf(nextRunAt) ?? 0;
    // The interval may have become shorter since.
    const isBetween = position === null && pausedBy === null && endedAt > 0;
    const maxMilliseconds = (interval ?? limits.intervalSeconds) * 1000 * (1 + limits.jitter);
    return isBetween ? Math.min(at, endedAt + maxMilliseconds) : at;
  }

  async visit(): Promise<Visit> {
    const { leases, onError } = this.#parts;
    const { id } = this.#connection;
    const { name } = this.#plan.entity;
    if (!(await this.#areParentsRead())) return this.#soon();
    try {
      return await leases.withLease(leaseName(id, name), {}, (lost) => this.#pass(lost));
    } catch (error) {
      const isHandedOver = isLeaseUnavailable(error) || error instanceof LostLeaseError;
      if (!isHandedOver) onError(error, id, name);
      return this.#soon();
    }
  }

  async #pass(leaseLost: AbortSignal): Promise<Visit> {
    const { clock, passRequests } = this.#parts;
    const { gone, stopping, slot } = this.#signals;
    const connection = this.#connection;
    const plan = this.#plan;
    const { name } = plan.entity;
    // Another process may have ended the pass while this one looked.
    const known = await this.#checkpoint(plan);
    const dueAt = this.dueAt(known);
    if (dueAt > clock.now()) return { wakeAt: dueAt, end: null, received: 0 };
    const lost = AbortSignal.any([leaseLost, gone]);
    const { full = false, removeHeld: confirmed = false } = passRequests.of(connection.id, name) ?? {};
    const pass = new SyncPass(this.#parts, { connection, plan, known, full, confirmed, lost, stopping, slot });
    const end = await pass.run().catch((error) => {
      throw lost.aborted ? new LostLeaseError() : error;
    });
    const { received, checkpoint } = pass;
    if (checkpoint.revision === 0) return this.#soon();
    if (end === 'ended') passRequests.satisfy(connection.id, name, checkpoint, received);
    else passRequests.postpone(connection.id, name, timeOf(checkpoint.nextRunAt) ?? clock.now(), received);
    return { wakeAt: this.dueAt(checkpoint), end, received };
  }

  // Before the first pass of its parent has ended an entity has no partitions. While a later pass of an ancestor is open, some
  // partitions are gone upstream, and their errors would keep the pass from removing anything. Those that are gone with a change
  // of the connection would be read for nothing and kept.
  async #areParentsRead(): Promise<boolean> {
    for (let { origin } = this.#plan; origin.from === 'entity'; { origin } = origin.parent) {
      const parent = await this.#checkpoint(origin.parent);
      if (parent === null || parent.finishedAt === null || parent.position !== null) return false;
      const wanted = this.#parts.passRequests.of(this.#connection.id, origin.parent.entity.name);
      if (wanted?.fresh === true) return false;
    }
    return true;
  }

  async #checkpoint(plan: EntityPlan): Promise<Checkpoint | null> {
    const scope: StoreScope = { connectionId: this.#connection.id, layout: plan.layout };
    return readCheckpoint(plan, await this.#parts.store.readCheckpoint(scope));
  }

  #soon(): Visit {
    const { clock, limits } = this.#parts;
    return { wakeAt: clock.now() + limits.pollSeconds * 1000, end: null, received: 0 };
  }
}

const timeOf = (text: string | null) => (text === null ? null : Date.parse(text));
