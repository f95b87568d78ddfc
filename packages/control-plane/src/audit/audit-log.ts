import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Dialect } from '@connectory/database';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';
import { isId } from '../input.ts';
import { cursorOf, type Page, type PageRequest, pageLimit, pagePosition, toPage } from '../page.ts';
import type { Policy } from '../tokens/policy.ts';
import type { WorkspaceId } from '../workspaces.ts';
import {
  type AuditKind,
  type AuditState,
  type AuditVia,
  fromAuditRow,
  keyValue,
  type StoredAuditEntry,
} from './audit-entry.ts';

/** How many rows one page may look at. */
const maxExamined = 10_000;

/** Which audit entries to list. */
export interface AuditListRequest extends PageRequest {
  /** Only entries of this connection. */
  readonly connectionId?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly state?: AuditState | undefined;
  /** Only requests that began then or later, a UTC ISO string. */
  readonly from?: string | undefined;
  /** Only requests that began before, a UTC ISO string. */
  readonly to?: string | undefined;
  readonly entity?: string | undefined;
  readonly action?: string | undefined;
  /** Only requests with this response status. */
  readonly outcome?: number | undefined;
  /** Only requests of this token. */
  readonly tokenId?: string | undefined;
  /** Only requests of this person: an ID, or the name or e-mail address that the entry shows. */
  readonly person?: string | undefined;
  readonly via?: AuditVia | undefined;
  /** Only requests whose record key has this value. */
  readonly recordKey?: string | undefined;
  /** Only requests that failed, or only those that did not. */
  readonly failed?: boolean | undefined;
  /** Only entries of connections that this policy allows; where it names connections, those that exist. */
  readonly policy?: Policy | undefined;
}

type Query<Output> = SelectQueryBuilder<ControlPlaneTables, 'audit', Output>;

/**
 * Entries of a workspace, newest first. A page looks at 10,000 rows at most, so it may hold fewer entries than asked for, or none, while
 * there is a next one.
 */
export async function findAuditEntries(
  database: Database,
  workspaceId: WorkspaceId,
  request: AuditListRequest,
): Promise<Page<StoredAuditEntry>> {
  const tables = database.tables<ControlPlaneTables>();
  const limit = pageLimit(request);
  const before = pagePosition(request, 2);
  if (request.connectionId !== undefined && !isId(request.connectionId)) return { items: [], nextCursor: null };
  if (request.policy?.connectors?.length === 0) return { items: [], nextCursor: null };
  const range = <Output>(query: Query<Output>) =>
    withinIndex(query, database.dialect, request)
      .where('workspace_id', '=', workspaceId)
      .$if(before !== null, (some) =>
        some.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('at', 'id'), '<', tuple(before?.[0] ?? '', before?.[1] ?? '')),
        ),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc');
  const last = isFiltered(request)
    ? await range(tables.selectFrom('audit').select(['at', 'id']))
        .offset(maxExamined - 1)
        .limit(1)
        .executeTakeFirst()
    : undefined;
  const rows = await matching(range(tables.selectFrom('audit').selectAll()), database.dialect, request)
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '>=', tuple(last?.at ?? '', last?.id ?? ''))),
    )
    .limit(limit + 1)
    .execute();
  const page = toPage(rows.map(fromAuditRow), limit, ({ at, id }) => [at, id]);
  if (page.nextCursor !== null || last === undefined) return page;
  return { ...page, nextCursor: cursorOf([last.at, last.id]) };
}

// What an index finds without looking at other rows. A partial index is selected by a condition that is written out, and on SQLite that
// is said to be rare: the primary key seems as good to it.
function withinIndex<Output>(
  query: Query<Output>,
  dialect: Dialect,
  { connectionId, kind, state, from, to }: AuditListRequest,
): Query<Output> {
  const rare = (condition: RawBuilder<unknown>) =>
    dialect === 'sqlite' ? sql<boolean>`unlikely(${condition})` : sql<boolean>`${condition}`;
  return query
    .$if(connectionId !== undefined, (some) => some.where('connection_id', '=', connectionId ?? ''))
    .$if(kind === 'manage', (some) => some.where(rare(sql`kind = 'manage'`)))
    .$if(state === 'started' || state === 'interrupted', (some) =>
      some.where(sql<boolean>`state <> 'finished'`).where(rare(sql`state = ${sql.lit(state)}`)),
    )
    .$if(from !== undefined, (some) => some.where('at', '>=', isoTime(from ?? '')))
    .$if(to !== undefined, (some) => some.where('at', '<', isoTime(to ?? ''))) as Query<Output>;
}

const isFiltered = ({
  kind,
  policy,
  state,
  entity,
  action,
  outcome,
  tokenId,
  person,
  via,
  recordKey,
  failed,
}: AuditListRequest) =>
  kind === 'execute' ||
  policy?.connectors !== undefined ||
  [state, entity, action, outcome, tokenId, person, via, recordKey, failed].some((value) => value !== undefined);

/** A query of entries with the conditions of a request that no index finds. */
export function matching<Output>(
  query: Query<Output>,
  dialect: Dialect,
  { kind, state, entity, action, outcome, tokenId, person, via, recordKey, failed, policy }: AuditListRequest,
): Query<Output> {
  const allowed = policy?.connectors;
  const position = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
  // The value as it stands in the stored JSON text; a quote in a value is written with a backslash.
  const member = `:${JSON.stringify(keyValue(recordKey ?? ''))}`;
  return query
    .$if(allowed !== undefined, (some) =>
      some.where(({ eb, or, ref, selectFrom }) =>
        or([
          eb('connector', 'in', allowed ?? []),
          eb(
            'connection_id',
            'in',
            selectFrom('connections')
              .select('id')
              .whereRef('connections.workspace_id', '=', ref('audit.workspace_id'))
              .where('name', 'in', allowed ?? []),
          ),
        ]),
      ),
    )
    .$if(kind !== undefined, (some) => some.where('kind', '=', kind ?? ''))
    .$if(state !== undefined, (some) => some.where('state', '=', state ?? ''))
    .$if(entity !== undefined, (some) => some.where('entity', '=', entity ?? ''))
    .$if(action !== undefined, (some) => some.where('action', '=', action ?? ''))
    .$if(outcome !== undefined, (some) => some.where('outcome', '=', outcome ?? 0))
    .$if(tokenId !== undefined, (some) => some.where('token_id', '=', tokenId ?? ''))
    .$if(person !== undefined, (some) =>
      some.where(({ eb, or }) => or([eb('person_id', '=', person ?? ''), eb('person', '=', person ?? '')])),
    )
    .$if(via !== undefined, (some) => some.where('via', '=', via ?? ''))
    .$if(recordKey !== undefined, (some) => some.where(sql<boolean>`${position}(record_key, ${member}) > 0`))
    .$if(failed !== undefined, (some) =>
      some.where('error_code', failed === true ? 'is not' : 'is', null),
    ) as Query<Output>;
}

/** How far the time in the ID of an entry may be from its own: a busy process begins more requests in a millisecond than have an ID. */
const idMilliseconds = 60_000;

/** The entry of a workspace with this ID, if the policy allows it; null otherwise. Its ID says when it was made. */
export async function findAuditEntry(
  database: Database,
  workspaceId: WorkspaceId,
  id: string,
  policy: Policy | undefined,
): Promise<StoredAuditEntry | null> {
  if (!isId(id) || policy?.connectors?.length === 0) return null;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  const query = database
    .tables<ControlPlaneTables>()
    .selectFrom('audit')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('at', '>=', timeText(at - idMilliseconds))
    .where('at', '<=', timeText(at + idMilliseconds))
    .where('id', '=', id);
  const row = await matching(query, database.dialect, { policy }).executeTakeFirst();
  return row === undefined ? null : fromAuditRow(row);
}

const maxTime = 253_402_300_799_999;

const timeText = (at: number) => new Date(Math.min(Math.max(at, 0), maxTime)).toISOString();

const isoTime = (time: string) => new Date(time).toISOString();

/** How long audit entries are kept, in days, and how many of a workspace. Default 90 days and 1,000,000 entries. */
export interface AuditLimits {
  readonly days: number;
  readonly rows: number;
}

type Position = Pick<ControlPlaneTables['audit'], 'at' | 'id'>;

const step = 2_000;
const batch = 500;
/** Pause between two statements, so that requests are served in between. */
const pauseMilliseconds = 5;
const dayMilliseconds = 24 * 60 * 60 * 1_000;

/** Removes the audit entries of a workspace that are older or more than the limits say, in small steps, until `signal` aborts. */
export async function removeOldEntries(
  tables: Kysely<ControlPlaneTables>,
  workspaceId: string,
  limits: AuditLimits,
  signal: AbortSignal,
): Promise<void> {
  const tooOld = new Date(Date.now() - limits.days * dayMilliseconds).toISOString();
  await removeUntil(tables, workspaceId, { at: tooOld, id: '' }, signal);
  const tooMany = await positionAfter(tables, workspaceId, limits.rows, signal);
  if (tooMany !== undefined) await removeUntil(tables, workspaceId, tooMany, signal);
}

/** Removes all audit entries of a workspace, in small steps, until `signal` aborts. */
export function removeAllEntries(
  tables: Kysely<ControlPlaneTables>,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  // No time is greater as text, in any collation.
  return removeUntil(tables, workspaceId, { at: '9999', id: '' }, signal);
}

/** Position of the first entry beyond the newest `rows`; undefined if there are no more. */
async function positionAfter(
  tables: Kysely<ControlPlaneTables>,
  workspaceId: string,
  rows: number,
  signal: AbortSignal,
): Promise<Position | undefined> {
  let position: Position | undefined;
  // One statement over all rows would stop the event loop on SQLite.
  for (let left = rows + 1; left > 0 && !signal.aborted; left -= step) {
    const after = position;
    position = await tables
      .selectFrom('audit')
      .select(['at', 'id'])
      .where('workspace_id', '=', workspaceId)
      .$if(after !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('at', 'id'), '<', tuple(after?.at ?? '', after?.id ?? '')),
        ),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .offset(Math.min(step, left) - 1)
      .limit(1)
      .executeTakeFirst();
    if (position === undefined) return undefined;
    await pause(pauseMilliseconds);
  }
  return signal.aborted ? undefined : position;
}

/** Removes an entry and all before it. */
async function removeUntil(
  tables: Kysely<ControlPlaneTables>,
  workspaceId: string,
  last: Position,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const end = await tables
      .selectFrom('audit')
      .select(['at', 'id'])
      .where('workspace_id', '=', workspaceId)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<=', tuple(last.at, last.id)))
      .orderBy('at')
      .orderBy('id')
      .offset(batch - 1)
      .limit(1)
      .executeTakeFirst();
    const until = end ?? last;
    await tables
      .deleteFrom('audit')
      .where('workspace_id', '=', workspaceId)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<=', tuple(until.at, until.id)))
      .execute();
    if (end === undefined) return;
    await pause(pauseMilliseconds);
  }
}

/** An entry that a subscription follows, and its position. */
export interface StreamedAuditEntry {
  readonly entry: StoredAuditEntry;
  readonly position: string;
}

/** Entries of a workspace that were stored after a position and before a time, in this order. */
export async function findStoredEntries(
  tables: Kysely<ControlPlaneTables>,
  workspaceId: WorkspaceId,
  { position, until, limit }: { readonly position: string; readonly until: string; readonly limit: number },
): Promise<readonly StreamedAuditEntry[]> {
  const [storedAt = '', id = ''] = position.split(' ');
  const rows = await tables
    .selectFrom('audit')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('stored_at', 'is not', null)
    .where('stored_at', '<', until)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('stored_at', 'id'), '>', tuple(storedAt, id)))
    .orderBy('stored_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ entry: fromAuditRow(row), position: `${row.stored_at} ${row.id}` }));
}

/**
 * Marks the entries that processes left started when they died. Nobody will learn how they ended; should such a process live after all,
 * it overwrites the mark.
 */
export async function closeInterrupted(
  tables: Kysely<ControlPlaneTables>,
  isAlive: (processId: string) => Promise<boolean>,
  streamed: readonly string[] = [],
): Promise<void> {
  const owners = await tables
    .selectFrom('audit')
    .select('owner')
    .distinct()
    .where('state', '=', sql.lit('started'))
    .execute();
  for (const { owner } of owners) {
    if (owner !== null && (await isAlive(owner))) continue;
    await tables
      .updateTable('audit')
      .set(({ eb, val }) => ({
        state: 'interrupted',
        ...(streamed.length > 0 && {
          stored_at: eb
            .case()
            .when('workspace_id', 'in', streamed)
            .then(val(new Date().toISOString()))
            .else(eb.ref('stored_at'))
            .end(),
        }),
      }))
      .where('state', '=', sql.lit('started'))
      .where('owner', 'is not distinct from', owner)
      .execute();
  }
}
