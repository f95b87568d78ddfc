import type { Database } from '@connectory/database';
import { parseExactly } from '@connectory/exact-json';
import type { SearchPosition, SearchQuery, SortKey } from '../../query/condition.ts';
import { timeForm } from '../../query/field-type.ts';
import { recordWriter } from '../../query/result-record.ts';
import { firstCodePoints } from '../../query/stored-text.ts';
import type { FoundAggregate, FoundPage, SearchPlan, StoredRecord, StoredValue, StoreScope } from '../context-store.ts';
import { searchTimeout } from '../search-turns.ts';
import { type AggregateRow, aggregateOf, aggregateStatement, readOffsets } from './aggregates.ts';
import { filterSql, fuzzyWords } from './conditions.ts';
import type { EntityTable } from './entity-table.ts';
import { type IndexBuilder, isNarrowed, wantedIndexes } from './indexes.ts';
import { orderParts, orderTerms } from './order.ts';
import { recordSql } from './records.ts';
import { isCanceled } from './schema-change.ts';
import { Parameters, type Runner, run, type Statement } from './statement.ts';
import { scalarOf } from './values.ts';
import { nearWords } from './words.ts';

/** Settings of the searches of a store. */
export interface SearchSettings {
  /** A database whose statements are canceled at the time limit. */
  readonly database: Database;
  readonly timeLimitMilliseconds: number;
  /** A search without an index counts as a scan if it takes longer than this per started 1,000 records found. */
  readonly slowMilliseconds: number;
  readonly indexes: IndexBuilder;
}

/** A row of a search: key, record as JSON text, and the sort values `sort0`, `sort1`, … The first row has no key, and the checkpoint. */
type SearchRow = Readonly<Record<string, string | boolean | null>> & {
  readonly key: string | null;
  readonly record: string | null;
};

/** A record that was found. */
type FoundRow = SearchRow & { readonly key: string; readonly record: string };

/** Runs a query. Throws `search_timeout` if one of its statements exceeds the time limit. */
export async function search(
  settings: SearchSettings,
  scope: StoreScope,
  table: EntityTable,
  query: SearchQuery,
): Promise<FoundPage> {
  const rows = await rowsOf<SearchRow>(settings, table, query, (database) =>
    statementOf(database, scope, table, query),
  );
  const checkpoint = rows.find(({ key }) => key === null)?.record ?? null;
  const found = rows.filter((row): row is FoundRow => row.key !== null);
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  const write = resultWriter(scope, query);
  return {
    records: page.map(({ record }) => write(record)),
    keys: page.map(({ key }) => key),
    next: found.length > query.limit && last !== undefined ? positionOf(last, query) : null,
    checkpoint: checkpoint === null ? null : (parseExactly(checkpoint) as StoredValue),
  };
}

/** Counts the records that match and aggregates them. Throws `search_timeout` if one of its statements exceeds the time limit. */
export async function aggregate(
  settings: SearchSettings,
  scope: StoreScope,
  table: EntityTable,
  query: SearchQuery,
): Promise<FoundAggregate> {
  await readOffsets(query.aggregate);
  const rows = await rowsOf<AggregateRow>(settings, table, query, (database) =>
    aggregateStatement(database, scope, table, query),
  );
  return aggregateOf(rows, query);
}

// Runs the statement of a query.
async function rowsOf<Row>(
  settings: SearchSettings,
  table: EntityTable,
  query: SearchQuery,
  statementIn: (database: Runner) => Promise<Statement>,
): Promise<readonly Row[]> {
  const started = performance.now();
  let rows: readonly Row[] = [];
  try {
    const runIn = async (database: Runner): Promise<readonly Row[]> => {
      const { text, parameters } = await statementIn(database);
      return run<Row>(database, text, parameters);
    };
    const tables = settings.database.tables();
    // A fuzzy search reads the words first: both statements must see the same pages.
    const isFuzzy = query.filter !== null && fuzzyWords(query.filter).length > 0;
    rows = isFuzzy
      ? await tables.transaction().setIsolationLevel('repeatable read').execute(runIn)
      : await runIn(tables);
    return rows;
  } catch (error) {
    throw isCanceled(error) ? searchTimeout(settings.timeLimitMilliseconds) : error;
  } finally {
    const thousands = Math.max(1, Math.ceil((rows.length - 1) / 1000));
    const isSlow = performance.now() - started >= settings.slowMilliseconds * thousands;
    if (isSlow) settings.indexes.countScan(table, wantedIndexes(table, query));
  }
}

/** Returns the plan of a query. Throws `search_timeout` if it exceeds the time limit. */
export async function explain(
  settings: SearchSettings,
  scope: StoreScope,
  table: EntityTable,
  query: SearchQuery,
): Promise<SearchPlan> {
  try {
    const isSearch = query.aggregate === null && query.limit > 0;
    const { text, parameters } = await (isSearch ? statementOf : aggregateStatement)(
      settings.database.tables(),
      scope,
      table,
      query,
    );
    const rows = await run<{ readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      settings.database.tables(),
      `explain (format json) ${text}`,
      parameters,
    );
    const plans = rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan));
    // Without an index, the database can only guess how many records match a condition.
    const isGuess = query.filter !== null && !isNarrowed(table, query.filter);
    const enough = isGuess || !isSearch ? Number.POSITIVE_INFINITY : query.limit + 1;
    return {
      dialect: 'postgres',
      sql: text,
      steps: plans.flatMap((plan) => planSteps(plan)),
      scans: plans.some((plan) => scansEntity(plan, table.name, enough)),
    };
  } catch (error) {
    throw isCanceled(error) ? searchTimeout(settings.timeLimitMilliseconds) : error;
  }
}

/**
 * The statement of a search: the checkpoint, followed by the parts of the order, which are read until there are enough records. One statement
 * sees one state of the database, so that no record is older than the checkpoint.
 */
async function statementOf(
  database: Runner,
  { connectionId, layout }: StoreScope,
  table: EntityTable,
  { filter, sort, fields, after, limit }: SearchQuery,
): Promise<Statement> {
  const fuzzy = filter === null ? [] : fuzzyWords(filter);
  const near = await nearWords(database, { connectionId, entityId: table.entityId }, fuzzy);
  const parameters = new Parameters();
  const connection = parameters.bind(connectionId, 'uuid');
  const requested = fields === null ? null : new Set(fields.map(([root]) => root));
  const record = recordSql(layout, table, (name) => requested === null || requested.has(name), parameters);
  const terms = orderTerms(table, sort, parameters);
  const sorted = terms.map(({ expression }, index) => `, ${expression} as sort${index}`).join('');
  const matches = filter === null ? [] : [filterSql(filter, { table, connectionId, near, parameters })];
  // One more tells whether another page follows.
  const enough = parameters.bind(limit + 1, 'integer');
  const parts = orderParts(table, sort, terms, after, parameters).map(({ condition, orderBy }) => {
    const inPart = condition === null ? [] : [condition];
    const conditions = [`connection_id = ${connection}`, ...inPart, ...matches].join(' and ');
    return `(select key, ${record} as record${sorted} from ${table.name} where ${conditions}
      order by ${orderBy} limit ${enough})`;
  });
  const checkpoint = `(select null as key, (select checkpoint::text from context_store_state
      where connection_id = ${connection} and entity_id = ${parameters.bind(table.entityId, 'integer')}) as record${terms
        .map((_, index) => `, null as sort${index}`)
        .join('')})`;
  return {
    text: `${[checkpoint, ...parts].join('\nunion all ')}\nlimit ${enough} + 1`,
    parameters: parameters.values,
  };
}

// The database returns whole fields; nested members are selected here.
function resultWriter({ layout }: StoreScope, { fields }: SearchQuery): (record: string) => string {
  if (fields === null || fields.every((path) => path.length === 1)) return (record) => record;
  const write = recordWriter(layout, fields);
  return (record) => write(parseExactly(record) as StoredRecord['document']);
}

function positionOf(row: FoundRow, { sort }: SearchQuery): SearchPosition {
  const sortedValue = ({ field: { type } }: SortKey, index: number) => {
    const value = row[`sort${index}`] ?? null;
    return type === 'string' || timeForm(type) !== null
      ? value
      : scalarOf(type === 'decimal' || type === 'boolean' ? type : 'number', value);
  };
  return { values: sort.map(sortedValue), key: row.key };
}

/** A node of `explain (format json)`. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
  readonly [property: string]: unknown;
}

const longestLine = 400;
const shownProperties = ['Index Cond', 'Recheck Cond', 'Filter', 'Sort Key', 'Presorted Key'];

/** The steps of a plan, one line each, indented by depth. They contain operands, so long lines are truncated. */
export function planSteps(node: PlanNode, depth = 0): readonly string[] {
  const place = [node['Relation Name'], node['Index Name']].flatMap((name) => (name === undefined ? [] : [name]));
  const properties = shownProperties.flatMap((name) => {
    const value = node[name];
    return value === undefined ? [] : [`${name.toLowerCase()}: ${[value].flat().join(', ')}`];
  });
  const line = [[node['Node Type'], ...place].join(' '), ...properties].join('; ');
  const shown = line.length > longestLine ? `${firstCodePoints(line, longestLine)} …` : line;
  return [`${'  '.repeat(depth)}${shown}`, ...(node.Plans ?? []).flatMap((child) => planSteps(child, depth + 1))];
}

/**
 * Whether a plan must read every record of the connection: it reads the table without an index, or through an index with no condition but
 * the connection. Such an index can still serve a page in its order; with a filter, only if the database expects to find `enough` results
 * on the way.
 */
export function scansEntity(node: PlanNode, tableName: string, enough: number): boolean {
  const type = node['Node Type'];
  if (node['Relation Name'] === tableName) {
    if (type === 'Seq Scan') return true;
    if (type === 'Bitmap Heap Scan') return !(node.Plans ?? []).some(isNarrowing);
    const readsOn = node.Filter !== undefined || enough === Number.POSITIVE_INFINITY;
    return !isNarrowing(node) && readsOn && node['Plan Rows'] < enough;
  }
  // A sort needs its whole input first.
  const wanted = type === 'Sort' ? Number.POSITIVE_INFINITY : enough;
  return (node.Plans ?? []).some((child) => scansEntity(child, tableName, wanted));
}

function isNarrowing(node: PlanNode): boolean {
  if (node['Node Type'] === 'BitmapAnd') return (node.Plans ?? []).some(isNarrowing);
  if (node['Node Type'] === 'BitmapOr') return (node.Plans ?? []).every(isNarrowing);
  if (node['Index Name']?.endsWith('_more_words')) return true;
  const condition = node['Index Cond'] ?? '';
  return condition !== '' && !/^\(connection_id = '[^']*'::uuid\)$/.test(condition);
}
