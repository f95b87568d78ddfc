import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from './tables.ts';

/** Outcome of an event: accepted, already accepted before, or refused; `applied` counts records that were read because of events. */
export type EventOutcome = 'received' | 'repeated' | 'refused' | 'applied';

type Counts = Record<EventOutcome, number> & { at: string | null };

const flushMilliseconds = 1_000;

/** Counts the events of connections and stores the counts once a second. */
export class EventCounts {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #onError: (error: unknown) => void;
  #waiting = new Map<string, Counts>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(tables: Kysely<ControlPlaneTables>, onError: (error: unknown) => void) {
    this.#tables = tables;
    this.#onError = onError;
  }

  /** Counts one. */
  add(connectionId: string, outcome: EventOutcome): void {
    const counts = this.#waiting.get(connectionId) ?? { received: 0, repeated: 0, refused: 0, applied: 0, at: null };
    counts[outcome] += 1;
    if (outcome === 'received') counts.at = new Date().toISOString();
    this.#waiting.set(connectionId, counts);
    this.#timer ??= setTimeout(() => void this.store(), flushMilliseconds).unref();
  }

  /** Stores the counts. Counts that cannot be stored are reported and dropped. */
  store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    this.#storing = this.#storing.then(() => this.#storeAll(waiting)).catch(this.#onError);
    return this.#storing;
  }

  async #storeAll(waiting: ReadonlyMap<string, Counts>): Promise<void> {
    for (const [connectionId, { received, repeated, refused, applied, at }] of waiting) {
      await this.#tables
        .updateTable('event_endpoints')
        .set(({ eb }) => ({
          received: eb('received', '+', received),
          repeated: eb('repeated', '+', repeated),
          refused: eb('refused', '+', refused),
          applied: eb('applied', '+', applied),
          ...(at !== null && { last_received_at: at }),
        }))
        .where('connection_id', '=', connectionId)
        .execute();
    }
  }
}
