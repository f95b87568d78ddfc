import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from './tables.ts';

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
