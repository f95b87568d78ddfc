import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@connectory/database';
import type { Kysely } from 'kysely';
import type { Audit } from './audit/audit.ts';
import { fromAuditRow, type StoredAuditEntry } from './audit/audit-entry.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import type { HeldWriteDetails } from './held-writes/held-write.ts';
import type { HeldWrites } from './held-writes/held-writes.ts';
import type { WorkspaceId } from './workspaces.ts';

/** What something that is stored is about; null where it is about nothing in particular. */
export interface TraceSubject {
  readonly connectionId: string | null;
  readonly entity: string | null;
}

/** A person, as the traces of a workspace are searched for it. */
export interface TracedPerson {
  /** Whether the caller may see what is about this. */
  covers(subject: TraceSubject): boolean;
  /** Whether one of the texts mentions the person. */
  inTexts(texts: readonly string[]): boolean;
  /** Whether a JSON text mentions the person. */
  inJson(json: string, subject: TraceSubject): boolean;
  /** Whether one of the key values of a record is that of the person. */
  isKey(values: readonly string[], subject: TraceSubject): boolean;
  /** Whether a record is one of those that were found. */
  isFound(subject: TraceSubject, key: string): boolean;
}

/** Where and how long to search. */
export interface TraceSearch {
  readonly workspaceId: WorkspaceId;
  readonly person: TracedPerson;
  readonly signal: AbortSignal;
}

/** What was erased outside of the copies, as counts. */
export interface ErasedTraces {
  readonly auditEntries: number;
  readonly heldWrites: number;
  /** Held writes that were being carried out, of which nothing was erased. */
  readonly heldWritesLeft: number;
  readonly deliveries: number;
  readonly events: number;
  readonly idempotencyResponses: number;
}

type AuditRow = ControlPlaneTables['audit'];
type DeliveryRow = Pick<ControlPlaneTables['deliveries'], 'id' | 'position' | 'record' | 'type' | 'state' | 'body'>;

const rowsAtOnce = 1_000;
const bodiesAtOnce = 100;
/** Pause between two statements, so that requests are served in between. */
const pauseMilliseconds = 5;
const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
const texts = ['connector', 'entity', 'action', 'subject_id', 'intent', 'person', 'agent'] as const;

/** What the control plane keeps of a person in audit entries, held writes, deliveries, events and stored responses of a workspace. */
export class PersonTraces {
  readonly #database: Database;
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #audit: Audit;
  readonly #heldWrites: HeldWrites;

  constructor(database: Database, audit: Audit, heldWrites: HeldWrites) {
    this.#database = database;
    this.#tables = database.tables<ControlPlaneTables>();
    this.#audit = audit;
    this.#heldWrites = heldWrites;
  }

  /** The audit entries that mention the person, newest first. Throws the reason of the signal. */
  async *auditEntries(search: TraceSearch): AsyncGenerator<StoredAuditEntry> {
    for await (const row of this.#auditRows(search)) yield fromAuditRow(row);
  }

  /** The held writes that mention the person, newest first, with their contents. Throws the reason of the signal. */
  async *heldWrites({ workspaceId, person, signal }: TraceSearch): AsyncGenerator<HeldWriteDetails> {
    for (let cursor: string | undefined; ; ) {
      const { items, nextCursor } = await this.#heldWrites.list(workspaceId, { limit: bodiesAtOnce, cursor });
      for (const { id, connectionId, entity } of items) {
        signal.throwIfAborted();
        if (!person.covers({ connectionId, entity })) continue;
        const held = await this.#heldWrites.get(workspaceId, id);
        if (held !== null && mentionsPerson(held, person)) yield held;
      }
      if (nextCursor === null) return;
      cursor = nextCursor;
      await pause(pauseMilliseconds);
    }
  }

  /** How many deliveries mention the person, or are about records that were found. Throws the reason of the signal. */
  async countDeliveries(search: TraceSearch): Promise<number> {
    let count = 0;
    for await (const _ of this.#deliveries(search)) count += 1;
    return count;
  }

  /**
   * Erases what mentions the person: texts of audit entries, contents of held writes, deliveries, and lifecycle events; and all stored
   * responses of the connections. What still has to report a removal is delivered without the record. A write that is being carried out is
   * left. Throws the reason of the signal; call it again to complete it.
   */
  async erase(search: TraceSearch, connectionIds: readonly string[]): Promise<ErasedTraces> {
    const erased = {
      deliveries: await this.#eraseDeliveries(search),
      ...(await this.#eraseHeldWrites(search)),
      events: await this.#eraseEvents(search),
      auditEntries: await this.#eraseAuditTexts(search),
      idempotencyResponses: await this.#eraseResponses(search.workspaceId, connectionIds),
    };
    await this.#database.truncateLog();
    return erased;
  }

  async *#auditRows({ workspaceId, person, signal }: TraceSearch): AsyncGenerator<AuditRow> {
    await this.#audit.flush();
    for (let last: Pick<AuditRow, 'at' | 'id'> | undefined; ; ) {
      signal.throwIfAborted();
      const before = last;
      const rows = await this.#tables
        .selectFrom('audit')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .$if(before !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('at', 'id'), '<', tuple(before?.at ?? '', before?.id ?? '')),
          ),
        )
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(rowsAtOnce)
        .execute();
      for (const row of rows) if (mentionsIn(row, person) !== null) yield row;
      if (rows.length < rowsAtOnce) return;
      last = rows.at(-1);
      await pause(pauseMilliseconds);
    }
  }

  async #eraseAuditTexts(search: TraceSearch): Promise<number> {
    let erased = 0;
    for await (const row of this.#auditRows(search)) {
      await this.#tables
        .updateTable('audit')
        .set(mentionsIn(row, search.person) ?? {})
        .where('workspace_id', '=', row.workspace_id)
        .where('at', '=', row.at)
        .where('id', '=', row.id)
        .execute();
      erased += 1;
    }
    return erased;
  }

  async #eraseHeldWrites(search: TraceSearch): Promise<Pick<ErasedTraces, 'heldWrites' | 'heldWritesLeft'>> {
    let erased = 0;
    let left = 0;
    for await (const { id, workspaceId } of this.heldWrites(search)) {
      if (await this.#heldWrites.erase(workspaceId, id, (text) => search.person.inTexts([text]))) erased += 1;
      else left += 1;
    }
    return { heldWrites: erased, heldWritesLeft: left };
  }

  async *#deliveries({ workspaceId, person, signal }: TraceSearch): AsyncGenerator<DeliveryRow> {
    const subscriptions = await this.#tables
      .selectFrom('subscriptions')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    // In the order in which a delivery has these states, so that none is missed that is sent meanwhile.
    const lists = subscriptions.flatMap(({ id }) => deliveryStates.map((state) => ({ id, state })));
    for (const { id, state } of lists) {
      for (let last = 0; ; ) {
        signal.throwIfAborted();
        const rows = await this.#tables
          .selectFrom('deliveries')
          .select(['id', 'position', 'record', 'type', 'state', 'body'])
          .where('subscription_id', '=', id)
          .where('state', '=', state)
          .where('position', '>', last)
          .orderBy('position')
          .limit(bodiesAtOnce)
          .execute();
        for (const row of rows) if (isDeliveryOf(row, person)) yield row;
        if (rows.length < bodiesAtOnce) break;
        last = Number(rows.at(-1)?.position ?? last);
        await pause(pauseMilliseconds);
      }
    }
  }

  async #eraseDeliveries(search: TraceSearch): Promise<number> {
    let erased = 0;
    for await (const { id, type, state, body } of this.#deliveries(search)) {
      const isNeeded = state === 'waiting' && type === 'record.removed';
      if (isNeeded && withoutRecord(body) === body) continue;
      await (isNeeded
        ? this.#tables
            .updateTable('deliveries')
            .set({ body: withoutRecord(body) })
            .where('id', '=', id)
            .execute()
        : this.#tables.deleteFrom('deliveries').where('id', '=', id).execute());
      erased += 1;
    }
    return erased;
  }

  async #eraseEvents({ workspaceId, person, signal }: TraceSearch): Promise<number> {
    let erased = 0;
    for (let last = 0; ; ) {
      signal.throwIfAborted();
      const rows = await this.#tables
        .selectFrom('lifecycle_events')
        .select(['id', 'position', 'data'])
        .where('workspace_id', '=', workspaceId)
        .where('position', '>', last)
        .orderBy('position')
        .limit(bodiesAtOnce)
        .execute();
      const found = rows.filter(({ data }) => person.inJson(data, subjectOf(data)) && person.covers(subjectOf(data)));
      // The position stays, so that no subscription takes it for one that has expired.
      if (found.length > 0)
        await this.#tables
          .updateTable('lifecycle_events')
          .set({ data: '{}' })
          .where('workspace_id', '=', workspaceId)
          .where(
            'id',
            'in',
            found.map(({ id }) => id),
          )
          .execute();
      erased += found.length;
      if (rows.length < bodiesAtOnce) return erased;
      last = Number(rows.at(-1)?.position ?? last);
      await pause(pauseMilliseconds);
    }
  }

  async #eraseResponses(workspaceId: WorkspaceId, connectionIds: readonly string[]): Promise<number> {
    if (connectionIds.length === 0) return 0;
    const { numUpdatedRows } = await this.#tables
      .updateTable('idempotency')
      .set({ key_id: null, sealed_body: null })
      .where('workspace_id', '=', workspaceId)
      .where('connection_id', 'in', [...connectionIds])
      .where('sealed_body', 'is not', null)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }
}

/** The texts of an entry to empty because they mention the person; null if none does. */
function mentionsIn(row: AuditRow, person: TracedPerson): Partial<AuditRow> | null {
  const subject = { connectionId: row.connection_id, entity: row.entity };
  if (!person.covers(subject)) return null;
  const emptied: { -readonly [Name in keyof AuditRow]?: AuditRow[Name] } = {};
  for (const name of texts) {
    const text = row[name];
    if (text !== null && person.inTexts([text])) emptied[name] = null;
  }
  const key = row.record_key === null ? [] : Object.values(JSON.parse(row.record_key) as Record<string, string>);
  if (person.inTexts(key) || person.isKey(key, subject)) emptied.record_key = null;
  return Object.keys(emptied).length === 0 ? null : emptied;
}

function mentionsPerson(held: HeldWriteDetails, person: TracedPerson): boolean {
  const { connectionId, entity, reason, person: asker, decidedBy } = held;
  const named = [reason, asker?.name, decidedBy?.person?.name].filter((text) => typeof text === 'string');
  const contents = [held.content, held.outcome].flatMap((bytes) => (bytes === null ? [] : [bytes.toString('utf8')]));
  return person.inTexts(named) || contents.some((json) => person.inJson(json, { connectionId, entity }));
}

function isDeliveryOf({ record, body }: DeliveryRow, person: TracedPerson): boolean {
  const [connectionId = '', entity = '', ...key] = record.split(' ');
  const isOfRecord = connectionId !== 'event' && key.length > 0;
  const subject = isOfRecord ? { connectionId, entity } : subjectOf(JSON.stringify(bodyOf(body).data ?? {}));
  if (!person.covers(subject)) return false;
  return (isOfRecord && person.isFound(subject, key.join(' '))) || person.inJson(body, subject);
}

interface DeliveryBody {
  readonly data?: Readonly<Record<string, unknown>>;
}

const bodyOf = (json: string) => JSON.parse(json) as DeliveryBody;

function withoutRecord(json: string): string {
  const body = bodyOf(json);
  const names = Object.keys(body.data?.record ?? {});
  const record = Object.fromEntries(names.map((name) => [name, null]));
  return JSON.stringify({ ...body, data: { ...body.data, record } });
}

function subjectOf(data: string): TraceSubject {
  const { connection_id: connectionId, entity } = JSON.parse(data) as Record<string, unknown>;
  return {
    connectionId: typeof connectionId === 'string' ? connectionId : null,
    entity: typeof entity === 'string' ? entity : null,
  };
}
