import type { Database } from '@connectory/database';
import { parseExactly } from '@connectory/exact-json';
import { recordWriter } from '../../query/answer-record.ts';
import type { Scalar, SearchPosition, SearchQuery, SortKey } from '../../query/condition.ts';
import type { FoundPage, SearchPlan, StoredRecord, StoreScope } from '../context-store.ts';
import { searchTimeout } from '../search-turns.ts';
import { CheckpointBeside } from './checkpoint-beside.ts';
import type { EntityTable } from './entity-table.ts';
import { fuzzyWords } from './fuzzy-words.ts';
import type { IndexBuilder } from './index-builder.ts';
import type { CopyScope } from './pass-log.ts';
import { scalarOf } from './plain-value.ts';
import { isCanceled } from './schema-change.ts';
import { accessOf, runWithAccess, type SearchPace, StretchParts } from './search-access.ts';
import { type PlanNode, planSteps, scansEntity } from './search-plan.ts';
import { type SearchRow, type SearchSurroundings, searchColumns, searchStatement, tellsOfMore } from './search-sql.ts';
import { type Stretch, stretches } from './stretches.ts';
import { nearWords } from './vocabulary.ts';
import { isNarrowed, wantedIndexes } from './wanted-indexes.ts';

/** Settings of the searches of a store. */
export interface SearchSettings {
  /** A database whose statements are canceled at the time limit. */
  readonly database: Database;
  readonly timeLimitMilliseconds: number;
  /** A search without an index counts as a scan if it takes longer than this per started 1,000 records found. */
  readonly slowMilliseconds: number;
  readonly indexes: IndexBuilder;
  readonly pace: SearchPace;
}

/** Runs a query. Throws `search_timeout` if it exceeds the time limit, at the latest when a single statement has run that long. */
export async function search(
  settings: SearchSettings,
  scope: StoreScope,
  table: EntityTable,
  query: SearchQuery,
): Promise<FoundPage> {
  const started = performance.now();
  const beside = new CheckpointBeside(copyOf(scope, table));
  const rows = new Map<string, SearchRow>();
  try {
    const surroundings = await surroundingsOf(settings, beside, scope, table, query);
    const parts = new StretchParts(settings.pace, table, query);
    for (const stretch of stretches(table, query.sort, query.after)) {
      const missing = query.limit + 1 - rows.size;
      if (missing <= 0 || (isWithoutValue(stretch) && !beside.hasNulls)) break;
      if (performance.now() - started > settings.timeLimitMilliseconds)
        throw searchTimeout(settings.timeLimitMilliseconds);
      const found = await readStretch(settings, beside, surroundings, query, stretch, missing, parts);
      // A record that moves to a later stretch during the search is returned once.
      for (const row of found.rows) if (!rows.has(row.key)) rows.set(row.key, row);
      if (found.isLast) break;
    }
  } catch (error) {
    throw isCanceled(error) ? searchTimeout(settings.timeLimitMilliseconds) : error;
  } finally {
    const isSlow = performance.now() - started >= settings.slowMilliseconds * Math.max(1, Math.ceil(rows.size / 1000));
    if (isSlow) settings.indexes.countScan(table, wantedIndexes(table, query));
  }
  const page = [...rows.values()].slice(0, query.limit);
  const last = page.at(-1);
  const write = resultWriter(scope, query);
  return {
    records: page.map(({ record }) => write(record)),
    next: rows.size > query.limit && last !== undefined ? positionOf(last, query) : null,
    checkpoint: beside.checkpoint,
  };
}

/** Returns the plan of a query, with the statements of all stretches it may read. Throws `search_timeout` if it exceeds the time limit. */
export async function explain(
  settings: SearchSettings,
  scope: StoreScope,
  table: EntityTable,
  query: SearchQuery,
): Promise<SearchPlan> {
  try {
    return await planOf(settings, scope, table, query);
  } catch (error) {
    throw isCanceled(error) ? searchTimeout(settings.timeLimitMilliseconds) : error;
  }
}

async function planOf(
  settings: SearchSettings,
  scope: StoreScope,
  table: EntityTable,
  query: SearchQuery,
): Promise<SearchPlan> {
  const beside = new CheckpointBeside(copyOf(scope, table));
  const surroundings = await surroundingsOf(settings, beside, scope, table, query);
  const limit = query.limit + 1;
  const parts = new StretchParts(settings.pace, table, query);
  // Without an index, the database can only guess how many records match a condition.
  const isGuess = query.filter !== null && !isNarrowed(table, query.filter);
  const plans: { readonly text: string; readonly plan: PlanNode; readonly scans: boolean }[] = [];
  reading: for (const stretch of stretches(table, query.sort, query.after)) {
    for (const part of parts.ofStretch()) {
      const { text, parameters } = searchStatement(surroundings, query, stretch, limit, part);
      const enough = part.kind === 'walk' ? 0 : isGuess ? Number.POSITIVE_INFINITY : limit;
      const explained = await runWithAccess<Explanation>(settings.database, accessOf(part), {
        text: `explain (format json) ${text}`,
        parameters,
      });
      for (const { Plan: plan } of explained[0]?.['QUERY PLAN'] ?? []) {
        plans.push({ text, plan, scans: scansEntity(plan, table.name, enough) });
      }
      if (part.kind !== 'few') continue;
      const rows = await runWithAccess<SearchRow>(settings.database, accessOf(part), { text, parameters });
      if (!rows.some(tellsOfMore)) break reading;
      parts.foundMany();
    }
  }
  return {
    dialect: 'postgres',
    sql: plans.map(({ text }) => text).join(';\n'),
    steps: plans.flatMap(({ plan }) => planSteps(plan)),
    scans: plans.some(({ scans }) => scans),
  };
}

/** A row of `explain (format json)`. */
interface Explanation {
  readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[];
}

/** Records of a stretch; `isLast` if they include those of the following stretches. */
interface FoundRows {
  readonly rows: readonly SearchRow[];
  readonly isLast: boolean;
}

async function readStretch(
  { database }: SearchSettings,
  beside: CheckpointBeside,
  surroundings: SearchSurroundings,
  query: SearchQuery,
  stretch: Stretch,
  missing: number,
  parts: StretchParts,
): Promise<FoundRows> {
  let rows: readonly SearchRow[] = [];
  for (const part of parts.ofStretch()) {
    const statement = searchStatement(surroundings, query, stretch, missing, part);
    const found = await beside.run<SearchRow>(database, accessOf(part), searchColumns(query), statement);
    if (part.kind === 'few') {
      if (!found.some(tellsOfMore)) return { rows: found, isLast: true };
      parts.foundMany();
      continue;
    }
    rows = found;
    if (part.kind === 'walk') parts.walked(part.records, rows.length, beside.records);
    if (rows.length === missing) break;
  }
  return { rows, isLast: false };
}

async function surroundingsOf(
  { database }: SearchSettings,
  beside: CheckpointBeside,
  scope: StoreScope,
  table: EntityTable,
  { filter }: SearchQuery,
): Promise<SearchSurroundings> {
  return { scope, table, near: await nearWords(database, beside, copyOf(scope, table), fuzzyWords(filter)) };
}

// Records without a value come last.
function isWithoutValue(stretch: Stretch): boolean {
  return stretch.kind === 'equal' && stretch.value === null;
}

const copyOf = ({ connectionId }: StoreScope, { entityId }: EntityTable): CopyScope => ({ connectionId, entityId });

// The database returns whole fields; nested members are selected here.
function resultWriter({ layout }: StoreScope, { fields }: SearchQuery): (record: string) => string {
  if (fields === null || fields.every((path) => path.length === 1)) return (record) => record;
  const write = recordWriter(layout, fields);
  return (record) => write(parseExactly(record) as StoredRecord['document']);
}

function positionOf(row: SearchRow, { sort }: SearchQuery): SearchPosition {
  return { values: sort.map((sortKey, index) => sortedValue(sortKey, row[`sort${index}`] ?? null)), key: row.key };
}

function sortedValue({ field: { type } }: SortKey, value: Scalar): Scalar {
  if (type === 'string') return value;
  return scalarOf(type === 'decimal' || type === 'boolean' ? type : 'number', value);
}
