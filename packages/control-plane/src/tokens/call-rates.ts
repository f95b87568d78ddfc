import type { Database } from '@connectory/database';
import { type Kysely, sql } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';

const minute = 60_000;
/** Number of entries to keep before removing expired ones. */
const fewEntries = 1_000;

/** At most this many calls per minute of a subject, such as `token/<id>`. */
export interface Rate {
  readonly subject: string;
  readonly perMinute: number;
}

/** State of a rate at a moment. */
export interface RateState {
  /** Number of calls that may be made immediately. */
  readonly remaining: number;
  /** Milliseconds until one more may be made; 0 if one may be made now. */
  readonly wait: number;
  /** Milliseconds until the whole rate is available again. */
  readonly untilFull: number;
}

/** Limits calls per minute. Each rate is a token bucket that holds the calls of one minute and refills evenly. */
export interface CallRates {
  /** Takes one call of every rate, or of none if one of them has none left. Returns the states afterwards, in the same order. */
  take(rates: readonly Rate[]): Promise<{ readonly isTaken: boolean; readonly states: readonly RateState[] }>;
  /** States of rates; takes nothing. */
  states(rates: readonly Rate[]): Promise<readonly RateState[]>;
}

/** Rates that this process counts by itself, by its monotonic clock. */
export class OwnRates implements CallRates {
  readonly #now: () => number;
  // When each bucket will be full again. A full bucket is equivalent to none.
  readonly #fullAt = new Map<string, number>();
  #sweepAt = fewEntries;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Number of subjects with an entry. */
  get size(): number {
    return this.#fullAt.size;
  }

  async take(rates: readonly Rate[]): ReturnType<CallRates['take']> {
    const now = this.#now();
    const isTaken = rates.every((rate) => this.#state(rate, now).remaining > 0);
    if (isTaken) {
      for (const { subject, perMinute } of rates)
        this.#fullAt.set(subject, Math.max(now, this.#fullAt.get(subject) ?? 0) + minute / perMinute);
      if (this.#fullAt.size > this.#sweepAt) this.#sweep(now);
    }
    return { isTaken, states: rates.map((rate) => this.#state(rate, now)) };
  }

  async states(rates: readonly Rate[]): Promise<readonly RateState[]> {
    const now = this.#now();
    return rates.map((rate) => this.#state(rate, now));
  }

  #state({ subject, perMinute }: Rate, now: number): RateState {
    return stateOf(Math.max(0, (this.#fullAt.get(subject) ?? 0) - now), perMinute);
  }

  #sweep(now: number): void {
    for (const [subject, at] of this.#fullAt) if (at <= now) this.#fullAt.delete(subject);
    this.#sweepAt = Math.max(fewEntries, 2 * this.#fullAt.size);
  }
}

// Unix time in milliseconds, the same during a whole statement.
const now = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::float8`;

/** Rates that all gateways on a PostgreSQL database count together, by its clock. Reject with `DatabaseUnavailableError`. */
export class SharedRates implements CallRates {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #onError: (error: unknown) => void;
  #untilSweep = fewEntries;

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#tables = database.tables<ControlPlaneTables>();
    this.#onError = onError;
  }

  async take(rates: readonly Rate[]): ReturnType<CallRates['take']> {
    const states: RateState[] = [];
    for (const rate of rates) {
      const state = await this.#takeOne(rate);
      if (state === undefined) {
        for (const taken of rates.slice(0, states.length)) await this.#giveBack(taken);
        return { isTaken: false, states: await this.states(rates) };
      }
      states.push(state);
    }
    this.#untilSweep -= 1;
    if (this.#untilSweep === 0) this.#sweep();
    return { isTaken: true, states };
  }

  async states(rates: readonly Rate[]): Promise<readonly RateState[]> {
    if (rates.length === 0) return [];
    const subjects = rates.map(({ subject }) => subject);
    const rows = await this.#tables
      .selectFrom('call_rates')
      .select(['subject', sql<number>`greatest(0, full_at - ${now})`.as('until_full')])
      .where('subject', 'in', subjects)
      .execute();
    return rates.map(({ subject, perMinute }) =>
      stateOf(rows.find((row) => row.subject === subject)?.until_full ?? 0, perMinute),
    );
  }

  async #takeOne({ subject, perMinute }: Rate): Promise<RateState | undefined> {
    const interval = minute / perMinute;
    const next = sql<number>`greatest(call_rates.full_at, ${now}) + ${interval}::float8`;
    const row = await this.#tables
      .insertInto('call_rates')
      .values({ subject, full_at: sql<number>`${now} + ${interval}::float8` })
      .onConflict((conflict) =>
        conflict
          .column('subject')
          .doUpdateSet({ full_at: next })
          // A microsecond for what additions round off, which must not cost a whole call.
          .where(sql<boolean>`${next} <= ${now} + ${minute + 0.001}::float8`),
      )
      .returning(sql<number>`full_at - ${now}`.as('until_full'))
      .executeTakeFirst();
    return row && stateOf(row.until_full, perMinute);
  }

  async #giveBack({ subject, perMinute }: Rate): Promise<void> {
    await this.#tables
      .updateTable('call_rates')
      .set({ full_at: sql<number>`full_at - ${minute / perMinute}::float8` })
      .where('subject', '=', subject)
      .execute();
  }

  // A full bucket is equivalent to none.
  #sweep(): void {
    this.#untilSweep = fewEntries;
    this.#tables.deleteFrom('call_rates').where('full_at', '<', now).execute().catch(this.#onError);
  }
}

function stateOf(untilFull: number, perMinute: number): RateState {
  const interval = minute / perMinute;
  // If the rate was lowered, the wait may be longer than a minute.
  const free = minute - untilFull;
  // Division leaves a rounding error of a billionth, which must not cost a whole call.
  const remaining = Math.max(0, Math.floor(free / interval + 1e-6));
  return { remaining, wait: remaining > 0 ? 0 : interval - free, untilFull };
}
