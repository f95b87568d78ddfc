import { randomUUID } from 'node:crypto';
import { type Database, databaseTime } from '@connectory/database';
import type { Lease, Leases } from './leases.ts';
import type { ControlPlaneTables } from './tables.ts';

const secondsWithoutSign = 30;

/** Lets other processes see that this one lives: a lease named after it, renewed until `close`. */
export class ProcessLife {
  /** Random id of this process, new at every start. */
  readonly id = randomUUID();
  readonly #database: Database;
  readonly #leases: Leases;
  readonly #onError: (error: unknown) => void;
  #beginning: Promise<void> | undefined;
  #lease: Lease | null = null;
  #renewal: NodeJS.Timeout | undefined;

  constructor(database: Database, leases: Leases, onError: (error: unknown) => void) {
    this.#database = database;
    this.#leases = leases;
    this.#onError = onError;
  }

  /** Takes the lease on the first call; the process counts as alive from then on. */
  begin(): Promise<void> {
    this.#beginning ??= this.#take().catch((error: unknown) => {
      this.#beginning = undefined;
      throw error;
    });
    return this.#beginning;
  }

  /** Whether the process with this id gave a sign of life in the last 30 seconds. */
  async isAlive(id: string): Promise<boolean> {
    const row = await this.#database
      .tables<ControlPlaneTables>()
      .selectFrom('leases')
      .select('name')
      .where('name', '=', leaseName(id))
      .where('expires_at', '>', databaseTime(this.#database.dialect))
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Ends this process's life at once. */
  async close(): Promise<void> {
    await this.#beginning?.catch(() => undefined);
    clearInterval(this.#renewal);
    await this.#lease?.release();
  }

  async #take(): Promise<void> {
    await this.#leases.sweep();
    this.#lease = await this.#leases.acquire(leaseName(this.id), secondsWithoutSign);
    this.#renewal = setInterval(
      () => {
        this.#lease?.renew(secondsWithoutSign).catch(this.#onError);
      },
      (secondsWithoutSign * 1_000) / 3,
    ).unref();
  }
}

const leaseName = (id: string) => `process/${id}`;
