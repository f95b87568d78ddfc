import { randomUUID } from 'node:crypto';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { Kysely, Transaction } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';
import type { WorkspaceId } from '../workspaces.ts';
import type { LifecycleEventType } from './event-types.ts';

/** Something that happened to a connection, a copy, a token or a held write. */
export interface NewLifecycleEvent {
  readonly workspaceId: WorkspaceId;
  readonly type: LifecycleEventType;
  /** ID of what it is about; events of the same subject are delivered in order. */
  readonly subject: string;
  /** JSON, at most 64 KiB. An event with `connection_id` or `entity` reaches only subscriptions that select them. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event that was stored; positions of a workspace count up by one. */
export interface LifecycleEvent extends NewLifecycleEvent {
  readonly id: string;
  readonly position: number;
  /** UTC ISO string. */
  readonly at: string;
}

/** How many events of a workspace are kept, and for how many days. */
export const lifecycleBounds = Object.freeze({ rows: 10_000, days: 30 });

const maxData = 65_536;

/**
 * Stores an event together with the change that it reports. Call it last in the transaction: from here to the commit, other events of
 * the workspace wait, so that they become visible in the order of their positions.
 */
export async function emit(
  transaction: Transaction<ControlPlaneTables>,
  { workspaceId, type, subject, data }: NewLifecycleEvent,
): Promise<void> {
  const text = writeExactly(data);
  if (text.length > maxData) throw new RangeError(`The data of ${type} is larger than 64 KiB.`);
  const { position } = await transaction
    .insertInto('lifecycle_heads')
    .values({ workspace_id: workspaceId, position: 1 })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet(({ eb, ref }) => ({
        position: eb(ref('lifecycle_heads.position'), '+', 1),
      })),
    )
    .returning('position')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('lifecycle_events')
    .values({
      workspace_id: workspaceId,
      position,
      id: randomUUID(),
      type,
      subject,
      data: text,
      at: new Date().toISOString(),
    })
    .execute();
  if (Number(position) % 100 !== 0) return;
  await transaction
    .deleteFrom('lifecycle_events')
    .where('workspace_id', '=', workspaceId)
    .where('position', '<=', Number(position) - lifecycleBounds.rows)
    .execute();
}

/** A state that is reported once when it begins, and once when it ends. */
export interface ReportedState extends NewLifecycleEvent {
  /** The connection it is about, with which it is forgotten; null for none. */
  readonly connectionId: string | null;
  /** What the state is of, unique in the workspace. */
  readonly of: string;
  readonly state: string;
}

/** The stored events of all workspaces. */
export class LifecycleEvents {
  readonly #tables: Kysely<ControlPlaneTables>;

  constructor(tables: Kysely<ControlPlaneTables>) {
    this.#tables = tables;
  }

  /** Stores an event of its own. */
  async add(event: NewLifecycleEvent): Promise<void> {
    await this.#tables.transaction().execute((transaction) => emit(transaction, event));
  }

  /** Stores an event unless this state was the last that was reported. False if it was. */
  async begin({ of, connectionId, state, ...event }: ReportedState): Promise<boolean> {
    return this.#tables.transaction().execute(async (transaction) => {
      const changed = await transaction
        .insertInto('reported_states')
        .values({ workspace_id: event.workspaceId, subject: of, connection_id: connectionId, state })
        .onConflict((conflict) =>
          conflict
            .columns(['workspace_id', 'subject'])
            .doUpdateSet({ state })
            .where('reported_states.state', '<>', state),
        )
        .returning('subject')
        .executeTakeFirst();
      if (changed !== undefined) await emit(transaction, event);
      return changed !== undefined;
    });
  }

  /** Ends states, and stores an event if one of them had been reported. */
  async end(ofs: readonly string[], event: NewLifecycleEvent): Promise<void> {
    await this.#tables.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('reported_states')
        .where('workspace_id', '=', event.workspaceId)
        .where('subject', 'in', ofs)
        .executeTakeFirst();
      if (Number(numDeletedRows) > 0) await emit(transaction, event);
    });
  }

  /** What the states of a workspace are of that were reported and have not ended. */
  async reported(workspaceId: WorkspaceId): Promise<ReadonlySet<string>> {
    const rows = await this.#tables
      .selectFrom('reported_states')
      .select('subject')
      .where('workspace_id', '=', workspaceId)
      .execute();
    return new Set(rows.map(({ subject }) => subject));
  }

  /** Events of a workspace after a position, in order. */
  async after(workspaceId: WorkspaceId, position: number, limit: number): Promise<readonly LifecycleEvent[]> {
    const rows = await this.#tables
      .selectFrom('lifecycle_events')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('position', '>', position)
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      workspaceId,
      position: Number(row.position),
      type: row.type as LifecycleEventType,
      subject: row.subject,
      at: row.at,
      data: parseExactly(row.data) as Readonly<Record<string, unknown>>,
    }));
  }

  /** Position of the last event of a workspace, or of the last one before a time; 0 if there is none. */
  async head(workspaceId: WorkspaceId, before?: string): Promise<number> {
    if (before === undefined) {
      const head = await this.#tables
        .selectFrom('lifecycle_heads')
        .select('position')
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      return Number(head?.position ?? 0);
    }
    const { last } = await this.#tables
      .selectFrom('lifecycle_events')
      .select(({ fn }) => fn.max('position').as('last'))
      .where('workspace_id', '=', workspaceId)
      .where('at', '<', before)
      .executeTakeFirstOrThrow();
    return Number(last ?? 0);
  }
}

/** Removes at most `max` events older than 30 days. Returns how many were removed. */
export async function removeOldEvents(tables: Kysely<ControlPlaneTables>, max: number): Promise<number> {
  const longAgo = new Date(Date.now() - lifecycleBounds.days * 86_400_000).toISOString();
  const { numDeletedRows } = await tables
    .deleteFrom('lifecycle_events')
    .where('id', 'in', (query) =>
      query.selectFrom('lifecycle_events').select('id').where('at', '<', longAgo).orderBy('at').limit(max),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
