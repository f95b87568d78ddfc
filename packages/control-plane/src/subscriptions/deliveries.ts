import { parseExactly } from '@connectory/exact-json';
import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';
import { isId, plainText } from '../input.ts';
import { type Page, type PageRequest, pageLimit, pageNumber, toPage } from '../page.ts';
import { includesType } from './event-types.ts';
import {
  coversEvent,
  eventSubject,
  type Subscription,
  type SubscriptionPosition,
  type SubscriptionSelection,
} from './subscription.ts';

type Row = ControlPlaneTables['deliveries'];

/** State of a delivery: waiting, accepted by the receiver, or failed for good. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** Something to send to the receiver of a subscription. */
export interface NewDelivery {
  /** The same for the same change, however often it is sent. */
  readonly id: string;
  /** What it is about, as `deliverySubject` names it; deliveries about the same record are made in order. */
  readonly record: string;
  readonly type: string;
  /** JSON text. */
  readonly body: string;
}

/** A delivery and its outcome. Times are UTC ISO strings. */
export interface Delivery extends NewDelivery {
  readonly subscriptionId: string;
  readonly position: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAttemptAt: string;
  readonly endedAt: string | null;
  /** HTTP status of the last response; null if there was none. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/** Outcome of an attempt: accepted, to be retried at a time, or failed for good. */
export interface AttemptOutcome {
  readonly state: DeliveryState;
  readonly nextAttemptAt: string;
  readonly status: number | null;
  readonly error: string | null;
}

/** Which deliveries to list. */
export interface DeliveryListRequest extends PageRequest {
  readonly state?: DeliveryState | undefined;
}

/** Maximum number of waiting deliveries of a subscription, and of finished ones to keep. */
export const deliveryBounds = Object.freeze({ waiting: 10_000, delivered: 1_000, failed: 10_000 });

/** Waiting and finished deliveries of subscriptions. */
export class Deliveries {
  readonly #tables: Kysely<ControlPlaneTables>;

  constructor(tables: Kysely<ControlPlaneTables>) {
    this.#tables = tables;
  }

  /**
   * Stores deliveries together with the position up to which their subscription has got: in the feed of a connection, or among the lifecycle
   * events. One that was made before is made again. False, and nothing is stored, if the subscription was changed since it was read.
   */
  async add(
    { id: subscriptionId, updatedAt }: Pick<Subscription, 'id' | 'updatedAt'>,
    deliveries: readonly NewDelivery[],
    position: SubscriptionPosition | { readonly eventPosition: number } | { readonly auditPosition: string },
  ): Promise<boolean> {
    return this.#tables.transaction().execute(async (transaction) => {
      // Until this is committed, nobody changes it.
      const { numUpdatedRows } = await transaction
        .updateTable('subscriptions')
        .set({
          updated_at: updatedAt,
          ...('eventPosition' in position && { event_position: position.eventPosition }),
          ...('auditPosition' in position && { audit_position: position.auditPosition }),
        })
        .where('id', '=', subscriptionId)
        .where('updated_at', '=', updatedAt)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) return false;
      await insert(transaction, subscriptionId, deliveries);
      if (!('connectionId' in position)) return true;
      const { connectionId, feed, sequence } = position;
      await transaction
        .insertInto('subscription_positions')
        .values({ subscription_id: subscriptionId, connection_id: connectionId, feed, sequence })
        .onConflict((conflict) =>
          conflict.columns(['subscription_id', 'connection_id']).doUpdateSet({ feed, sequence }),
        )
        .execute();
      return true;
    });
  }

  /** Stores a delivery that is about no change. */
  async addOne(subscriptionId: string, delivery: NewDelivery): Promise<void> {
    await this.#tables.transaction().execute((transaction) => insert(transaction, subscriptionId, [delivery]));
  }

  /** How many deliveries of a subscription wait. */
  async waiting(subscriptionId: string): Promise<number> {
    const { waiting } = await this.#tables
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll<number | string>().as('waiting'))
      .where('subscription_id', '=', subscriptionId)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    return Number(waiting);
  }

  /**
   * How many deliveries of a subscription failed for good since a time, or wait for another attempt, and when the first of them was made; null
   * if there are none.
   */
  async troubled(
    subscriptionId: string,
    since: string,
  ): Promise<{ readonly count: number; readonly since: string } | null> {
    const { count, first } = await this.#tables
      .selectFrom('deliveries')
      .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('created_at').as('first')])
      .where('subscription_id', '=', subscriptionId)
      .where(({ eb, and, or }) =>
        or([
          and([eb('state', '=', 'failed'), eb('ended_at', '>=', since)]),
          and([eb('state', '=', 'waiting'), eb('attempts', '>', 0)]),
        ]),
      )
      .executeTakeFirstOrThrow();
    return first === null ? null : { count: Number(count), since: first };
  }

  /** Deliveries that are due, oldest first; those that wait for an earlier one about the same record are not. */
  async due(subscriptionId: string, now: string, limit: number): Promise<readonly Delivery[]> {
    const rows = await this.#tables
      .selectFrom('deliveries as delivery')
      .selectAll('delivery')
      .where('subscription_id', '=', subscriptionId)
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', now)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('deliveries as earlier')
              .select('earlier.id')
              .where('earlier.subscription_id', '=', subscriptionId)
              .whereRef('earlier.record', '=', 'delivery.record')
              .where('earlier.state', '=', 'waiting')
              .whereRef('earlier.position', '<', 'delivery.position'),
          ),
        ),
      )
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map(toDelivery);
  }

  /** When the next delivery is due; null if none is waiting. */
  async nextAttempt(subscriptionId: string): Promise<string | null> {
    const row = await this.#tables
      .selectFrom('deliveries')
      .select(({ fn }) => fn.min('next_attempt_at').as('next'))
      .where('subscription_id', '=', subscriptionId)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    return row?.next ?? null;
  }

  /** Stores how an attempt ended. */
  async attempted({ id, attempts }: Delivery, { state, nextAttemptAt, status, error }: AttemptOutcome): Promise<void> {
    await this.#tables
      .updateTable('deliveries')
      .set({
        state,
        attempts: attempts + 1,
        next_attempt_at: nextAttemptAt,
        ended_at: state === 'waiting' ? null : new Date().toISOString(),
        last_status: status,
        last_error: error === null ? null : plainText(error, 500),
      })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute();
  }

  /** The deliveries of a subscription, newest first. */
  async list(subscriptionId: string, request: DeliveryListRequest = {}): Promise<Page<Delivery>> {
    const limit = pageLimit(request);
    const before = pageNumber(request);
    const { state } = request;
    const rows = await this.#tables
      .selectFrom('deliveries')
      .selectAll()
      .where('subscription_id', '=', subscriptionId)
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
      .$if(before !== null, (query) => query.where('position', '<', before ?? 0))
      .orderBy('position', 'desc')
      .limit(limit + 1)
      .execute();
    return toPage(rows.map(toDelivery), limit, (last) => [String(last.position)]);
  }

  /** Schedules a finished delivery again; null if there is none with that ID. */
  async retry(subscriptionId: string, id: string): Promise<Delivery | null> {
    if (!isId(id)) return null;
    const row = await this.#tables
      .updateTable('deliveries')
      .set({ state: 'waiting', attempts: 0, next_attempt_at: new Date().toISOString(), ended_at: null })
      .where('subscription_id', '=', subscriptionId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toDelivery(row);
  }

  /** Removes the oldest finished deliveries beyond the number to keep. */
  async removeOld(subscriptionId: string): Promise<void> {
    for (const state of ['delivered', 'failed'] as const) {
      const last = await this.#tables
        .selectFrom('deliveries')
        .select('position')
        .where('subscription_id', '=', subscriptionId)
        .where('state', '=', state)
        .orderBy('position', 'desc')
        .offset(deliveryBounds[state])
        .limit(1)
        .executeTakeFirst();
      if (last === undefined) continue;
      await this.#tables
        .deleteFrom('deliveries')
        .where('subscription_id', '=', subscriptionId)
        .where('state', '=', state)
        .where('position', '<=', last.position)
        .execute();
    }
  }
}

/** Whether a selection covers what a delivery is about. */
function coversDelivery(
  selection: Pick<SubscriptionSelection, 'connections' | 'entities' | 'events'>,
  { record: subject, type, body }: Pick<NewDelivery, 'record' | 'type' | 'body'>,
): boolean {
  if (subject.startsWith(eventSubject(''))) {
    return coversEvent(selection, type, (parseExactly(body) as { readonly data: Record<string, unknown> }).data);
  }
  const { connections, entities, events } = selection;
  if (!includesType(events, 'record.changed')) return false;
  const [connectionId = '', entity = '', ...key] = subject.split(' ');
  if (connections?.includes(connectionId) === false) return false;
  return key.length === 0 || entities === null || entities.includes(entity);
}

const removedAtOnce = 500;

/** Removes deliveries about what a selection does not cover: whoever may see the subscription now may see all of its deliveries. */
export async function removeUncovered(
  tables: Kysely<ControlPlaneTables>,
  subscriptionId: string,
  selection: Pick<SubscriptionSelection, 'connections' | 'entities' | 'events'>,
): Promise<void> {
  const rows = await tables
    .selectFrom('deliveries')
    .select(['id', 'record', 'type'])
    // The body of a record's delivery can be large, and is not looked at.
    .select(({ eb }) => eb.case().when('type', 'like', 'record.%').then('').else(eb.ref('body')).end().as('body'))
    .where('subscription_id', '=', subscriptionId)
    .execute();
  const ids = rows.filter((row) => !coversDelivery(selection, row)).map(({ id }) => id);
  for (let index = 0; index < ids.length; index += removedAtOnce) {
    await tables
      .deleteFrom('deliveries')
      .where('id', 'in', ids.slice(index, index + removedAtOnce))
      .execute();
  }
}

const rowsAtOnce = 50;

async function insert(
  tables: Kysely<ControlPlaneTables>,
  subscriptionId: string,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const { last } = await tables
    .selectFrom('deliveries')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  const now = new Date().toISOString();
  const rows = deliveries.map(
    ({ id, record, type, body }, index): Row => ({
      id,
      subscription_id: subscriptionId,
      position: Number(last ?? 0) + index + 1,
      record,
      type,
      body,
      state: 'waiting',
      attempts: 0,
      created_at: now,
      next_attempt_at: now,
      ended_at: null,
      last_status: null,
      last_error: null,
    }),
  );
  for (let index = 0; index < rows.length; index += rowsAtOnce) {
    await tables
      .insertInto('deliveries')
      .values(rows.slice(index, index + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          position: ref('excluded.position'),
          body: ref('excluded.body'),
          type: ref('excluded.type'),
          state: ref('excluded.state'),
          attempts: 0,
          created_at: now,
          next_attempt_at: now,
          ended_at: null,
        })),
      )
      .execute();
  }
}

function toDelivery(row: Row): Delivery {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    position: Number(row.position),
    record: row.record,
    type: row.type,
    body: row.body,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    endedAt: row.ended_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
  };
}
