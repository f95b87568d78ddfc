import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@connectory/database';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ControlPlaneTables } from '../database/tables.ts';
import type { Policy } from '../tokens/policy.ts';
import type { WorkspaceId } from '../workspaces.ts';
import { matching } from './audit-log.ts';

const hour = 3_600_000;
/** How many rows one statement reads: more would hold up other requests on SQLite. */
const step = 5_000;
const pauseMilliseconds = 1;

/** Which execute calls to count. */
export interface CallStatisticsRequest {
  /** Start of the first interval, milliseconds since 1970, a full hour of UTC. */
  readonly from: number;
  /** Length of an interval in hours. */
  readonly intervalHours: number;
  readonly intervals: number;
  /** Only calls of connections that this policy allows. */
  readonly policy?: Policy | undefined;
  /** Only calls with this token. */
  readonly tokenId?: string | undefined;
}

/** Calls, those that ended with an error, and the duration that 95 % of them do not exceed, to two digits; null without calls. */
export interface CallFigures {
  readonly calls: number;
  readonly errors: number;
  readonly p95: number | null;
}

/** The calls of a period: in total, by interval from the oldest to the newest, and by connection. */
export interface CallStatistics {
  readonly totals: CallFigures;
  readonly intervals: readonly (CallFigures & { readonly at: string })[];
  readonly connections: ReadonlyMap<string, CallFigures>;
}

interface Group {
  readonly hour: string;
  readonly connection_id: string | null;
  readonly failed: number;
  readonly duration: number;
  readonly calls: number | string;
}

/** Reading may take this share of the time of each request that is repeated. */
const maxShare = 1 / 20;
const maxKept = 200;

/** Counts calls. The figures of the same request are read once at a time, and kept the longer, the longer that took. */
export class CallStatisticsReader {
  readonly #kept = new LRUCache<string, Promise<CallStatistics>>({ max: maxKept, ttlResolution: 0 });
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Figures of the finished execute calls of a workspace. */
  read(workspaceId: WorkspaceId, request: CallStatisticsRequest): Promise<CallStatistics> {
    const key = JSON.stringify([workspaceId, request]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const begun = performance.now();
    const reading = countCalls(this.#database, workspaceId, request);
    this.#kept.set(key, reading);
    const keep = () => this.#kept.set(key, reading, { ttl: (performance.now() - begun) / maxShare });
    reading.then(keep, () => this.#kept.delete(key));
    return reading;
  }
}

/** Counts the finished execute calls of a workspace. It reads their entries 5,000 at a time, and lets other requests run in between. */
async function countCalls(
  database: Database,
  workspaceId: WorkspaceId,
  request: CallStatisticsRequest,
): Promise<CallStatistics> {
  const { from, intervalHours, intervals } = request;
  const totals = new Tally();
  const byConnection = new Map<string, Tally>();
  const length = intervalHours * hour;
  const byInterval = Array.from({ length: intervals }, () => new Tally());
  for await (const group of groupsOf(database, workspaceId, request)) {
    const interval = byInterval[Math.floor((Date.parse(`${group.hour}:00:00.000Z`) - from) / length)];
    if (interval === undefined) continue;
    interval.add(group);
    totals.add(group);
    if (group.connection_id === null) continue;
    const connection = byConnection.get(group.connection_id) ?? new Tally();
    byConnection.set(group.connection_id, connection);
    connection.add(group);
  }
  return {
    totals: totals.figures,
    intervals: byInterval.map((tally, index) => ({
      at: new Date(from + index * length).toISOString(),
      ...tally.figures,
    })),
    connections: new Map(Array.from(byConnection, ([id, tally]) => [id, tally.figures])),
  };
}

type Position = Pick<ControlPlaneTables['audit'], 'at' | 'id'>;

async function* groupsOf(
  { tables, dialect }: Database,
  workspaceId: WorkspaceId,
  { from, intervalHours, intervals, policy, tokenId }: CallStatisticsRequest,
): AsyncGenerator<Group> {
  if (policy?.connectors?.length === 0) return;
  const audit = tables<ControlPlaneTables>().selectFrom('audit').where('workspace_id', '=', workspaceId);
  const end = new Date(from + intervals * intervalHours * hour).toISOString();
  let after: Position = { at: new Date(from).toISOString(), id: '' };
  for (;;) {
    const rest = audit.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '>', tuple(after.at, after.id)));
    const last: Position | undefined = await rest
      .select(['at', 'id'])
      .where('at', '<', end)
      .orderBy('at')
      .orderBy('id')
      .offset(step - 1)
      .limit(1)
      .executeTakeFirst();
    // SQLite ends a scan at one bound only: the nearest one, or each step would read all that follows.
    const some =
      last === undefined
        ? rest.where('at', '<', end)
        : rest.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<=', tuple(last.at, last.id)));
    const calls = some
      .select([
        sql<string>`substr(at, 1, 13)`.as('hour'),
        'connection_id',
        sql<number>`case when error_code is null then 0 else 1 end`.as('failed'),
        twoDigits.as('duration'),
      ])
      .select(({ fn }) => fn.countAll<number | string>().as('calls'))
      .where('outcome', 'is not', null)
      .groupBy(['hour', 'connection_id', 'failed', 'duration']);
    yield* await matching(calls, dialect, { kind: 'execute', policy, tokenId }).execute();
    if (last === undefined) return;
    after = last;
    await pause(pauseMilliseconds);
  }
}

// So that there are few groups, however many calls there are.
const twoDigits = sql<number>`case
  when duration_ms < 100 then duration_ms
  when duration_ms < 1000 then duration_ms / 10 * 10
  when duration_ms < 10000 then duration_ms / 100 * 100
  when duration_ms < 100000 then duration_ms / 1000 * 1000
  else duration_ms / 10000 * 10000 end`;

class Tally {
  #calls = 0;
  #errors = 0;
  readonly #durations = new Map<number, number>();

  add({ failed, duration, calls }: Group): void {
    const count = Number(calls);
    this.#calls += count;
    if (failed === 1) this.#errors += count;
    this.#durations.set(duration, (this.#durations.get(duration) ?? 0) + count);
  }

  get figures(): CallFigures {
    let left = Math.ceil(this.#calls * 0.95);
    for (const [duration, count] of [...this.#durations].sort(([one], [other]) => one - other)) {
      left -= count;
      if (left <= 0) return { calls: this.#calls, errors: this.#errors, p95: duration };
    }
    return { calls: 0, errors: 0, p95: null };
  }
}
