import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from './tables.ts';

/** How long an event is remembered, and how many of a connection are. */
const keptMilliseconds = 24 * 60 * 60 * 1_000;
const mostOfConnection = 10_000;
const betweenRemovals = 1_000;

/** Recent events, to recognize repeated ones. */
export class EventReceipts {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #sinceRemoval = new Map<string, number>();

  constructor(tables: Kysely<ControlPlaneTables>) {
    this.#tables = tables;
  }

  /** Notes that an event arrived; false when it had arrived before. */
  async note(connectionId: string, digest: string): Promise<boolean> {
    const row = await this.#tables
      .insertInto('event_receipts')
      .values({ connection_id: connectionId, digest, received_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.columns(['connection_id', 'digest']).doNothing())
      .returning('digest')
      .executeTakeFirst();
    if (row === undefined) return false;
    await this.#removeSome(connectionId);
    return true;
  }

  /** Forgets an event whose meaning could not be found out, so that it is accepted when it arrives again. */
  async forget(connectionId: string, digest: string): Promise<void> {
    await this.#tables
      .deleteFrom('event_receipts')
      .where('connection_id', '=', connectionId)
      .where('digest', '=', digest)
      .execute();
  }

  /** Removes at most `most` events that arrived more than a day ago. Returns how many were removed. */
  async removeOld(most: number): Promise<number> {
    const before = new Date(Date.now() - keptMilliseconds).toISOString();
    const old = await this.#tables
      .selectFrom('event_receipts')
      .select(['connection_id', 'digest'])
      .where('received_at', '<', before)
      .orderBy('received_at')
      .limit(most)
      .execute();
    if (old.length === 0) return 0;
    const { numDeletedRows } = await this.#tables
      .deleteFrom('event_receipts')
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('connection_id', 'digest'),
          'in',
          old.map(({ connection_id: connection, digest }) => tuple(connection, digest)),
        ),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async #removeSome(connectionId: string): Promise<void> {
    const since = (this.#sinceRemoval.get(connectionId) ?? 0) + 1;
    if (since < betweenRemovals) {
      this.#sinceRemoval.set(connectionId, since);
      return;
    }
    this.#sinceRemoval.delete(connectionId);
    const oldest = await this.#tables
      .selectFrom('event_receipts')
      .select('received_at')
      .where('connection_id', '=', connectionId)
      .orderBy('received_at', 'desc')
      .offset(mostOfConnection)
      .limit(1)
      .executeTakeFirst();
    if (oldest === undefined) return;
    await this.#tables
      .deleteFrom('event_receipts')
      .where('connection_id', '=', connectionId)
      .where('received_at', '<=', oldest.received_at)
      .execute();
  }
}
