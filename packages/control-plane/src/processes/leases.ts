import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { constraintViolation, type Database } from '@connectory/database';
import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';
import type { FreedListener, Life, ProcessLife } from './process-life.ts';

/** A lease that was acquired. It is held until it is released, or this process dies. */
export interface Lease {
  readonly name: string;
  /** Aborts if other processes considered this one dead, so that another may hold the lease: stop the work immediately. */
  readonly lost: AbortSignal;
  /** Releases the lease. */
  release(): Promise<void>;
}

/** How a lease is waited for. */
export interface LeaseOptions {
  /** Seconds to wait for a lease that is held by another holder; by default 0. */
  readonly waitSeconds?: number;
}

/** Thrown by `withLease` if the lease was held for the whole waiting time; the work did not start. */
export class LeaseUnavailableError extends Error {
  constructor(name: string) {
    super(`The lease ${name} is held by another worker. Try again later.`);
    this.name = 'LeaseUnavailableError';
  }
}

/**
 * Mutual exclusion between all gateway processes of one database. A lease belongs to a process and goes with it, three to four
 * seconds after the process died. Two acquisitions exclude each other within one process as well.
 */
export class Leases {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #life: ProcessLife;

  constructor(database: Database, life: ProcessLife) {
    this.#tables = database.tables<ControlPlaneTables>();
    this.#life = life;
  }

  /** The lease, or null while it is held. */
  async acquire(name: string): Promise<Lease | null> {
    if (name === '' || name.length > 255) throw new RangeError('A lease name has 1 to 255 characters.');
    const owner = randomUUID();
    for (;;) {
      const life = await this.#life.begin();
      const outcome = await this.#take(name, owner, life);
      if (outcome === 'held') return null;
      if (outcome === 'taken') return { name, lost: life.ended, release: () => this.#release(name, owner) };
      this.#life.end(life.id);
    }
  }

  /**
   * Runs `work` while holding the lease, which is released in the end. `signal` aborts when the lease is lost (the process was
   * stopped for too long, or had no database); work must then stop. Throws `LeaseUnavailableError` when the lease stays taken.
   */
  async withLease<Result>(
    name: string,
    options: LeaseOptions,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const lease = await this.#acquireWithin(name, options);
    const lost = new AbortController();
    const lose = () => lost.abort(new LeaseUnavailableError(name));
    lease.lost.addEventListener('abort', lose, { once: true });
    if (lease.lost.aborted) lose();
    try {
      return await work(lost.signal);
    } finally {
      lease.lost.removeEventListener('abort', lose);
      // The result of the work must not be lost with the release, which is tried again in the background.
      await lease.release().catch(() => this.#releaseLater(lease));
    }
  }

  /** Calls `listener` whenever this process has freed the leases of a dead one; the returned function ends that. */
  whenFreed(listener: FreedListener): () => void {
    return this.#life.whenFreed(listener);
  }

  async #acquireWithin(name: string, { waitSeconds = 0 }: LeaseOptions): Promise<Lease> {
    const deadline = performance.now() + waitSeconds * 1_000;
    for (;;) {
      const lease = await this.acquire(name);
      if (lease !== null) return lease;
      const remaining = deadline - performance.now();
      if (remaining <= 0) throw new LeaseUnavailableError(name);
      await delay(Math.min(remaining, 50 + Math.random() * 100));
    }
  }

  async #take(name: string, owner: string, life: Life): Promise<'taken' | 'held' | 'dead'> {
    try {
      const row = await this.#tables
        .insertInto('leases')
        .values({ name, owner, process: life.id })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('owner')
        .executeTakeFirst();
      return row === undefined ? 'held' : 'taken';
    } catch (error) {
      // Only the living have a row that the lease can refer to.
      if (constraintViolation(error) === 'foreign_key') return 'dead';
      throw error;
    }
  }

  async #release(name: string, owner: string): Promise<void> {
    await this.#tables.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute();
  }

  // As long as this process lives nothing else frees the lease.
  #releaseLater(lease: Lease): void {
    if (lease.lost.aborted) return;
    setTimeout(() => lease.release().catch(() => this.#releaseLater(lease)), 1_000).unref();
  }
}
