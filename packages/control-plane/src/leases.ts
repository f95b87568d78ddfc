import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, databaseTime } from '@connectory/database';
import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from './tables.ts';

/** A lease that was acquired and is held until it expires, or is released. */
export interface Lease {
  readonly name: string;
  /** Holds it for `seconds` from now. False when it expired and somebody else took it: stop the work at once. */
  renew(seconds: number): Promise<boolean>;
  /** Lets others acquire it at once. */
  release(): Promise<void>;
}

/** How a lease is held while work runs. */
export interface LeaseOptions {
  /** After how many seconds without a sign of life others may take over; renewed every third of it. 1 to 3600. */
  readonly seconds: number;
  /** How long to wait for a lease that somebody else holds. Default 0. */
  readonly waitSeconds?: number;
}

/** Thrown by `withLease` when somebody else kept the lease for the whole waiting time; the work did not start. */
export class LeaseUnavailableError extends Error {
  constructor(name: string) {
    super(`The lease ${name} is held by another worker. Try again later.`);
    this.name = 'LeaseUnavailableError';
  }
}

/**
 * Mutual exclusion between all gateway processes of one database. Expiry is compared with the database's clock only. Two
 * acquisitions exclude each other within one process as well.
 */
export class Leases {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.#tables = database.tables<ControlPlaneTables>();
  }

  /** The lease, if nobody holds it or its holder let it expire; null otherwise. */
  async acquire(name: string, seconds: number): Promise<Lease | null> {
    if (name === '' || name.length > 255) throw new RangeError('A lease name has 1 to 255 characters.');
    if (!(seconds >= 1 && seconds <= 3_600)) throw new RangeError('A lease lasts 1 to 3600 seconds.');
    const owner = randomUUID();
    const { dialect } = this.#database;
    const row = await this.#tables
      .insertInto('leases')
      .values({ name, owner, expires_at: databaseTime(dialect, seconds) })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ owner, expires_at: databaseTime(dialect, seconds) })
          .where('leases.expires_at', '<=', databaseTime(dialect)),
      )
      .returning('owner')
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      name,
      renew: (renewedSeconds) => this.#renew(name, owner, renewedSeconds),
      release: () => this.#release(name, owner),
    };
  }

  /**
   * Runs `work` while holding the lease, which is renewed in the meantime and released in the end. `signal` aborts when the
   * lease is lost (the process was stopped for too long or the database was away); work must then stop. Throws
   * `LeaseUnavailableError` when the lease stays taken.
   */
  async withLease<Result>(
    name: string,
    options: LeaseOptions,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const lease = await this.#acquireWithin(name, options);
    const lost = new AbortController();
    const renewal = setInterval(
      () => {
        lease.renew(options.seconds).then(
          (held) => {
            if (!held) lost.abort(new LeaseUnavailableError(name));
          },
          () => {
            // the next turn tries again; a database that stays away ends in an expired lease
          },
        );
      },
      (options.seconds * 1_000) / 3,
    );
    try {
      return await work(lost.signal);
    } finally {
      clearInterval(renewal);
      // A lease that cannot be released expires; the result of the work must not be lost with it.
      await lease.release().catch(() => undefined);
    }
  }

  /** Removes what dead processes left: leases that expired an hour ago. */
  async sweep(): Promise<void> {
    await this.#tables
      .deleteFrom('leases')
      .where('expires_at', '<=', databaseTime(this.#database.dialect, -3_600))
      .execute();
  }

  async #acquireWithin(name: string, { seconds, waitSeconds = 0 }: LeaseOptions): Promise<Lease> {
    const deadline = performance.now() + waitSeconds * 1_000;
    for (;;) {
      const lease = await this.acquire(name, seconds);
      if (lease !== null) return lease;
      const remaining = deadline - performance.now();
      if (remaining <= 0) throw new LeaseUnavailableError(name);
      await delay(Math.min(remaining, 50 + Math.random() * 100));
    }
  }

  async #renew(name: string, owner: string, seconds: number): Promise<boolean> {
    const row = await this.#tables
      .updateTable('leases')
      .set({ expires_at: databaseTime(this.#database.dialect, seconds) })
      .where('name', '=', name)
      .where('owner', '=', owner)
      .returning('owner')
      .executeTakeFirst();
    return row !== undefined;
  }

  async #release(name: string, owner: string): Promise<void> {
    await this.#tables.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute();
  }
}
