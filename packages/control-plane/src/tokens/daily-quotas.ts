import { type Database, databaseTime } from '@connectory/database';
import { sql } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';

const secondsOfDay = 86_400;
/** Share of a quota that a process reserves at a time, and the maximum number of calls. */
const portions = { part: 1 / 100, max: 100 };
/** How long a process believes that a quota is used up before it looks again. */
const refusalMilliseconds = 1_000;

interface Grant {
  readonly day: string;
  readonly granted: number;
  readonly used: number;
  /** The time of the database. */
  readonly now: string;
}

/** How many requests one token or workspace may send on one day of UTC, counted for all processes of a database. */
export interface DailyQuota {
  readonly limit: number;
  /** Requests left today, as far as this process knows. */
  readonly remaining: number;
  /** Whole seconds until the next day begins, at least 1. */
  readonly secondsLeft: number;
  /** Counts one request; false if none is left. Rejects with `DatabaseUnavailableError`. */
  take(): Promise<boolean>;
  /** Takes back a request that was counted but not made. */
  giveBack(): void;
}

/**
 * Daily quotas of requests. Each process takes small portions of a quota from the database and spends them without asking: never more
 * is spent than the quota, and of what a process took, at most one portion is lost when it is killed. The day is that of the
 * database's clock.
 */
export class DailyQuotas {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  readonly #bySubject = new Map<string, CountedQuota>();
  #day = '';

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  /** The quota of a subject, such as `token/<id>`; another limit than before counts at once. */
  of(subject: string, limit: number): DailyQuota {
    const known = this.#bySubject.get(subject);
    if (known?.limit === limit) return known;
    const quota = known ?? new CountedQuota((portion, most) => this.#take(subject, portion, most));
    quota.limit = limit;
    this.#bySubject.set(subject, quota);
    return quota;
  }

  /** Returns reserved calls that were not used. */
  async close(): Promise<void> {
    for (const [subject, quota] of this.#bySubject) {
      const { day, left } = quota.giveUp();
      if (left === 0) continue;
      await this.#tables()
        .updateTable('call_quotas')
        .set(({ eb }) => ({ used: eb('used', '-', left) }))
        .where('subject', '=', subject)
        .where('day', '=', day)
        .execute()
        .catch(this.#onError);
    }
  }

  async #take(subject: string, portion: number, limit: number): Promise<Grant> {
    const { dialect } = this.#database;
    const granted = sql<number>`case when ${limit} - call_quotas.used < ${portion} then ${limit} - call_quotas.used else ${portion} end`;
    const first = Math.min(portion, limit);
    const grant = await this.#tables()
      .insertInto('call_quotas')
      .values({ subject, day: this.#dayAgo(0), used: first, granted: first })
      .onConflict((conflict) =>
        conflict
          .columns(['subject', 'day'])
          .doUpdateSet({ granted, used: sql<number>`call_quotas.used + ${granted}` })
          .where('call_quotas.used', '<', limit),
      )
      .returning(['day', 'granted', 'used', sql<string>`${databaseTime(dialect)}`.as('now')])
      .executeTakeFirst();
    if (grant !== undefined) {
      if (grant.day !== this.#day) this.#begin(grant.day);
      return grant;
    }
    const { now } = await this.#tables()
      .selectNoFrom(sql<string>`${databaseTime(dialect)}`.as('now'))
      .executeTakeFirstOrThrow();
    return { day: now.slice(0, 10), granted: 0, used: limit, now };
  }

  // A clock that is put back by an hour finds the counts of the day before.
  #begin(day: string): void {
    this.#day = day;
    for (const [subject, quota] of this.#bySubject) if (quota.isOver) this.#bySubject.delete(subject);
    this.#tables()
      .deleteFrom('call_quotas')
      .where(({ eb }) => eb('day', '<', this.#dayAgo(1)))
      .execute()
      .catch(this.#onError);
  }

  #dayAgo(days: number) {
    return sql<string>`substr(${databaseTime(this.#database.dialect, -days * secondsOfDay)}, 1, 10)`;
  }

  #tables() {
    return this.#database.tables<ControlPlaneTables>();
  }
}

class CountedQuota implements DailyQuota {
  limit = 0;
  readonly #grant: (portion: number, limit: number) => Promise<Grant>;
  #day = '';
  #left = 0;
  #usedByAll = 0;
  // By the monotonic clock.
  #endsAt = 0;
  #refusedUntil = 0;
  #refusedLimit = 0;
  #waiting = 0;
  #asking: Promise<void> | undefined;

  constructor(grant: (portion: number, limit: number) => Promise<Grant>) {
    this.#grant = grant;
  }

  get remaining(): number {
    return Math.max(0, this.limit - this.#usedByAll) + this.#left;
  }

  get secondsLeft(): number {
    return Math.max(1, Math.ceil((this.#endsAt - performance.now()) / 1_000));
  }

  get isOver(): boolean {
    return this.#asking === undefined && performance.now() >= this.#endsAt;
  }

  async take(): Promise<boolean> {
    for (;;) {
      const now = performance.now();
      if (now < this.#endsAt && this.#left > 0) {
        this.#left--;
        return true;
      }
      if (now < this.#endsAt && now < this.#refusedUntil && this.limit === this.#refusedLimit) return false;
      this.#waiting++;
      try {
        this.#asking ??= this.#ask();
        await this.#asking;
      } finally {
        this.#waiting--;
      }
    }
  }

  giveBack(): void {
    if (performance.now() < this.#endsAt) this.#left++;
  }

  giveUp(): { readonly day: string; readonly left: number } {
    const left = this.#left;
    this.#left = 0;
    return { day: this.#day, left };
  }

  async #ask(): Promise<void> {
    const { limit } = this;
    // All waiters share one query.
    await Promise.resolve();
    const portion = Math.max(1, Math.min(portions.max, Math.floor(limit * portions.part)), this.#waiting);
    try {
      const asked = performance.now();
      const { day, granted, used, now } = await this.#grant(portion, limit);
      const untilTomorrow = Date.parse(`${day}T00:00:00.000Z`) + secondsOfDay * 1_000 - Date.parse(now);
      // Calls reserved on another day are void.
      this.#left = (day === this.#day ? this.#left : 0) + granted;
      this.#day = day;
      this.#usedByAll = used;
      this.#endsAt = asked + untilTomorrow;
      this.#refusedUntil = granted === 0 ? asked + refusalMilliseconds : 0;
      this.#refusedLimit = limit;
    } finally {
      this.#asking = undefined;
    }
  }
}
