import type { StoreScope } from '../store/context-store.ts';
import { type Checkpoint, readCheckpoint } from './checkpoint.ts';
import type { Demands } from './demands.ts';
import { type EntityPlan, entityPlans } from './entity-plan.ts';
import { isLeaseUnavailable, type LeaseKeeper, leaseName } from './lease-keeper.ts';
import { LostLeaseError, type PassEnd, type PassParts, SyncPass } from './sync-pass.ts';
import type { SyncConnection } from './sync-source.ts';

/** What runs work with beside their passes. */
export interface RunParts extends PassParts {
  readonly leases: LeaseKeeper;
  readonly demands: Demands;
}

/** Ends a run: at once when the connection is gone, after the current page when the process stops. */
export interface RunSignals {
  readonly gone: AbortSignal;
  readonly stopping: AbortSignal;
}

interface Visit {
  readonly wakeAt: number;
  readonly end: PassEnd | null;
}

/**
 * Runs the passes of a connection that are due, parents before children, each under its lease; an entity that another process
 * works on is passed over. Gives the time in milliseconds at which something will be due again.
 */
export async function runConnection(parts: RunParts, connection: SyncConnection, signals: RunSignals): Promise<number> {
  let wakeAt = Number.POSITIVE_INFINITY;
  for (const plan of entityPlans(connection.connector)) {
    if (signals.gone.aborted || signals.stopping.aborted) break;
    const visit = await new EntityVisit(parts, connection, plan, signals).visit();
    wakeAt = Math.min(wakeAt, visit.wakeAt);
    // What blocks one entity, such as a refused credential, would only be met again at the next.
    if (visit.end === 'blocked') return visit.wakeAt;
  }
  return wakeAt;
}

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

  async visit(): Promise<Visit> {
    const { leases, limits, clock, onFault } = this.#parts;
    const { id } = this.#connection;
    const { name } = this.#plan.entity;
    const dueAt = await this.#dueAt();
    if (dueAt > clock.now()) return { wakeAt: dueAt, end: null };
    if (!(await this.#hasParents())) return this.#soon();
    try {
      return await leases.withLease(leaseName(id, name), { seconds: limits.leaseSeconds }, (lost) => this.#pass(lost));
    } catch (error) {
      const isHandedOver = isLeaseUnavailable(error) || error instanceof LostLeaseError;
      if (!isHandedOver) onFault(error, id, name);
      return this.#soon();
    }
  }

  async #pass(leaseLost: AbortSignal): Promise<Visit> {
    const { clock, demands } = this.#parts;
    const { gone, stopping } = this.#signals;
    const connection = this.#connection;
    const plan = this.#plan;
    const { name } = plan.entity;
    // Another process may have ended the pass while this one looked.
    const dueAt = await this.#dueAt();
    if (dueAt > clock.now()) return { wakeAt: dueAt, end: null };
    const lost = AbortSignal.any([leaseLost, gone]);
    const full = demands.of(connection.id, name)?.full === true;
    const end = await new SyncPass(this.#parts, { connection, plan, full, lost, stopping }).run().catch((error) => {
      throw lost.aborted ? new LostLeaseError() : error;
    });
    const checkpoint = await this.#checkpoint(plan);
    if (checkpoint === null) return this.#soon();
    if (end === 'ended') demands.settle(connection.id, name, checkpoint, true);
    else demands.postpone(connection.id, name, timeOf(checkpoint.nextRunAt) ?? clock.now());
    return { wakeAt: await this.#dueAt(), end };
  }

  async #dueAt(): Promise<number> {
    const { demands } = this.#parts;
    const { id } = this.#connection;
    const { name } = this.#plan.entity;
    const checkpoint = await this.#checkpoint(this.#plan);
    if (checkpoint !== null) demands.settle(id, name, checkpoint, false);
    const wanted = demands.of(id, name)?.notBefore ?? Number.POSITIVE_INFINITY;
    return Math.min(wanted, timeOf(checkpoint?.nextRunAt ?? null) ?? 0);
  }

  // Children of parents nobody has listed yet would only be found to have no partitions.
  async #hasParents(): Promise<boolean> {
    const { origin } = this.#plan;
    return origin.from !== 'entity' || ((await this.#checkpoint(origin.parent))?.finishedAt ?? null) !== null;
  }

  async #checkpoint(plan: EntityPlan): Promise<Checkpoint | null> {
    const scope: StoreScope = { connectionId: this.#connection.id, layout: plan.layout };
    return readCheckpoint(plan, await this.#parts.store.readCheckpoint(scope));
  }

  #soon(): Visit {
    const { clock, limits } = this.#parts;
    return { wakeAt: clock.now() + limits.pollSeconds * 1000, end: null };
  }
}

const timeOf = (text: string | null) => (text === null ? null : Date.parse(text));
