import { recordWriter } from '../../query/answer-record.ts';
import type { Scalar, SearchPosition, SearchQuery } from '../../query/condition.ts';
import type { SearchPage, SearchPlan, StoredRecord, StoreScope } from '../../store/context-store.ts';
import { searchTookTooLong } from '../../store/search-took-too-long.ts';
import type { EntityTable } from './entity-table.ts';
import { fuzzyWords } from './fuzzy-words.ts';
import type { IndexBuilder } from './index-builder.ts';
import { isCanceled } from './schema-change.ts';
import { type PlanNode, planSteps, scansEntity } from './search-plan.ts';
import { type SearchRow, type SearchSurroundings, searchStatement } from './search-sql.ts';
import { type Runner, run } from './statement.ts';
import { stretches } from './stretches.ts';
import { nearWords } from './vocabulary.ts';
import { isNarrowed, wantedIndexes } from './wanted-indexes.ts';

/** What searches need to know of their store. */
export interface SearchSettings {
  /** Connections whose statements end after the time limit. */
  readonly pool: Runner;
  readonly timeLimitMilliseconds: number;
  /** A search that took longer counts as a scan when it lacked an index. */
  readonly slowMilliseconds: number;
  readonly indexes: IndexBuilder;
}

/** Answers a query. Throws `internal` when it takes longer than the time limit. */
export async function search(
  settings: SearchSettings,
  scope: StoreScope,
  table: EntityTable,
  query: SearchQuery,
): Promise<SearchPage> {
  const started = performance.now();
  const rows = new Map<string, SearchRow>();
  try {
    const surroundings = await surroundingsOf(settings, scope, table, query);
    for (const stretch of stretches(table, query.sort, query.after)) {
      const missing = query.limit + 1 - rows.size;
      if (missing <= 0) break;
      const { text, parameters } = searchStatement(surroundings, query, stretch, missing);
      // A record that moves to a later stretch meanwhile is answered once.
      for (const row of await run<SearchRow>(settings.pool, text, parameters)) {
        if (!rows.has(row.key)) rows.set(row.key, row);
      }
    }
  } catch (error) {
    throw isCanceled(error) ? searchTookTooLong(settings.timeLimitMilliseconds) : error;
  } finally {
    if (performance.now() - started >= settings.slowMilliseconds) {
      settings.indexes.countScan(table, wantedIndexes(table, query));
    }
  }
  const page = [...rows.values()].slice(0, query.limit);
  const last = page.at(-1);
  const write = resultWriter(scope, query);
  return {
    records: page.map(({ record }) => write(record)),
    next: rows.size > query.limit && last !== undefined ? positionOf(last, query) : null,
  };
}

/** The plan of a query, with the statements of all stretches it may read. */
export async function explain(
  settings: SearchSettings,
  scope: StoreScope,
  table: EntityTable,
  query: SearchQuery,
): Promise<SearchPlan> {
  const surroundings = await surroundingsOf(settings, scope, table, query);
  const limit = query.limit + 1;
  const statements = stretches(table, query.sort, query.after).map((stretch) =>
    searchStatement(surroundings, query, stretch, limit),
  );
  // Without an index the database only guesses how many records a condition keeps.
  const isGuess = query.filter !== null && !isNarrowed(table, query.filter);
  const enough = isGuess ? Number.POSITIVE_INFINITY : limit;
  const plans: PlanNode[] = [];
  for (const { text, parameters } of statements) {
    const [row] = await run<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      settings.pool,
      `explain (format json) ${text}`,
      parameters,
    );
    plans.push(...(row?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan));
  }
  return {
    dialect: 'postgres',
    sql: statements.map(({ text }) => text).join(';\n'),
    steps: plans.flatMap((plan) => planSteps(plan)),
    scans: plans.some((plan) => scansEntity(plan, table.name, enough)),
  };
}

async function surroundingsOf(
  { pool }: SearchSettings,
  scope: StoreScope,
  table: EntityTable,
  { filter }: SearchQuery,
): Promise<SearchSurroundings> {
  const copy = { connectionId: scope.connectionId, entityId: table.entityId };
  return { scope, table, near: await nearWords(pool, copy, fuzzyWords(filter)) };
}

// The database answers whole fields; members of them are picked here.
function resultWriter({ layout }: StoreScope, { fields }: SearchQuery): (record: string) => string {
  if (fields === null || fields.every((path) => path.length === 1)) return (record) => record;
  const write = recordWriter(layout, fields);
  return (record) => write(JSON.parse(record) as StoredRecord['document']);
}

function positionOf(row: SearchRow, { sort }: SearchQuery): SearchPosition {
  return { values: sort.map((_, index): Scalar => row[`sort${index}`] ?? null), key: row.key };
}
