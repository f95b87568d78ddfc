import type { Condition, SearchPosition, SearchQuery } from '../../query/condition.ts';
import type { SearchPage, SearchPlan } from '../context-store.ts';
import { answersOf } from './answers-of.ts';
import { CandidateCounts, type CountedSet } from './candidate-counts.ts';
import {
  type Candidates,
  flattened,
  matchQuery,
  type Narrowing,
  narrow,
  orderTarget,
  textTarget,
} from './candidates.ts';
import { type ConditionScope, conditionSql } from './condition-sql.ts';
import type { ConnectionFile, Row } from './connection-file.ts';
import type { Deadline } from './deadline.ts';
import { type EntityTable, type IndexTarget, readyIndex } from './entity-table.ts';
import { equalLookup } from './equal-lookup.ts';
import { all, type Fragment, identifier, joined, sql, unpeeked, verbatim } from './fragment.ts';
import { withKeysForward } from './keys-forward.ts';
import { RecordWalk, type Stretch } from './record-walk.ts';
import { equalOrder, isAfter, type OrderKey, orderBy, orderIndex, orderKeys, positionValue } from './search-order.ts';
import { divideFilter } from './sort-range.ts';
import type { TextCondition, TextMatchers } from './text-matchers.ts';
import { partsMatch } from './text-parts.ts';
import { textPrefilter } from './text-prefilter.ts';
import { fuzzyMatch, keywordMatch, type WordsMatch } from './words-match.ts';

/** What a thread provides to a search. */
export interface SearchSurroundings {
  readonly file: ConnectionFile;
  readonly table: EntityTable;
  readonly matchers: TextMatchers;
  readonly deadline: Deadline;
  /** The words of the entity a few edits away from a word. */
  readonly near: (word: string) => readonly string[];
  readonly pace: SearchPace;
}

/** Which indexes a search would have needed. */
export interface SearchOutcome {
  /** Indexes that would have narrowed or ordered the records further. */
  readonly missing: readonly IndexTarget[];
  /** Maximum number of records it examined. */
  readonly visited: number;
}

/** Number of records that a search reads with one strategy before it switches to the other. */
export interface SearchPace {
  /** The first stretch of a walk for a page of so many records. */
  readonly firstStretch: (limit: number) => number;
  readonly growth: number;
  /** The longest stretch. */
  readonly longestStretch: number;
  /** From this number of texts, reading an index costs less than examining each text. */
  readonly worthASet: number;
  /** Number of index entries that can be compared with a set of candidates in the time it takes to examine one record. */
  readonly entriesPerRecord: number;
}

/** Suits files of any size: the first step takes about a millisecond, the longest a tenth of a second. */
export const usualPace: SearchPace = {
  firstStretch: (limit) => Math.max(512, 2 * (limit + 1)),
  growth: 4,
  longestStretch: 65_536,
  worthASet: 8192,
  entriesPerRecord: 16,
};

/**
 * One search. It alternates between two strategies, each with as much work as the other, because it cannot be known in advance which one is
 * shorter: it walks through the records in the requested order until a page is full, and it counts the candidates that the indexes return
 * for the filter until there are few enough to sort, or at least to decide during the walk which records to examine. So a search costs at
 * most a few times as much as the better strategy alone. Once the walk seems about to fill the page, it continues without counting.
 */
export class SearchRun {
  readonly #surroundings: SearchSurroundings;
  readonly #query: SearchQuery;
  readonly #keys: readonly OrderKey[];
  #narrowing: Narrowing = { candidates: null, missing: [] };
  readonly #counts: CandidateCounts;
  readonly #matches = new Map<readonly string[], WordsMatch>();
  /** Key, document (JSON text) and, if it was read, the sorted value of each found record. */
  #found: readonly Row[] = [];
  #visited = 0;
  #isScan = false;
  #isExplained = false;
  /**
   * The most recent statement that returned records, if the search is explained. Not a function that returns it: V8 would then allocate
   * searches in the old generation, where they keep their records alive until the next full collection.
   */
  #statement: Fragment = sql`SELECT 1 WHERE 0`;

  constructor(surroundings: SearchSurroundings, query: SearchQuery) {
    this.#surroundings = surroundings;
    this.#query = query;
    this.#keys = orderKeys(query.sort, surroundings.table, 'r');
    this.#counts = new CandidateCounts(surroundings.file, surroundings.deadline);
    surroundings.matchers.clear();
  }

  /** Runs the search. Throws `search_timeout` if it takes too long. */
  run(): SearchOutcome & { readonly page: SearchPage } {
    this.#search();
    const { limit } = this.#query;
    const records = this.#found.slice(0, limit);
    const last = records.at(-1);
    return {
      page: {
        records: answersOf(
          records.map(([, json]) => String(json)),
          this.#query,
          this.#surroundings.table,
        ),
        next: this.#found.length > limit && last !== undefined ? this.#positionOf(last) : null,
      },
      ...this.#outcome(),
    };
  }

  /** Runs the search and returns its plan. */
  explain(): SearchOutcome & { readonly plan: SearchPlan } {
    this.#isExplained = true;
    this.#search();
    const statement = this.#statement;
    const steps = this.#surroundings.file.rows(sql`EXPLAIN QUERY PLAN ${statement}`).map((row) => String(row[3]));
    const text = statement.text.replaceAll(/\s+/g, ' ');
    return { plan: { dialect: 'sqlite', sql: text, steps, scans: this.#isScan }, ...this.#outcome() };
  }

  #outcome(): SearchOutcome {
    const { table } = this.#surroundings;
    const { sort } = this.#query;
    const [first] = sort;
    const order = first === undefined ? null : orderTarget(first.field);
    const hasOrder = order === null || readyIndex(table, order) !== undefined;
    const missing = [...this.#narrowing.missing, ...(hasOrder ? [] : [order])];
    if (missing.length === 0) return { missing, visited: this.#visited };
    return { missing, visited: Math.min(this.#visited, this.#newestId) };
  }

  #search(): void {
    const { file, table } = this.#surroundings;
    const { filter, sort, after } = this.#query;
    const lookup = equalLookup(this.#query, table, 'any');
    if (lookup !== null) {
      this.#statement = lookup;
      this.#found = file.rows(lookup);
      return;
    }
    const equal = sort.length === 0 ? equalOrder(filter, table) : null;
    const order = equal?.sort ?? sort;
    const index = orderIndex(order, table);
    if (sort.length > 0 && index === null) {
      const candidates = this.#narrow(filter === null ? [] : [filter]);
      this.#sortAll(candidates === null ? null : this.#counts.smallest(candidates, Number.POSITIVE_INFINITY));
      return;
    }
    const { range, rest } = divideFilter(filter, order);
    const candidates = this.#narrow(rest);
    this.#isScan = rest.length > 0 && candidates === null && range.lower === null && range.upper === null;
    const position = after === null || equal === null ? after : { values: [equal.value], key: after.key };
    const keys = equal === null ? this.#keys : orderKeys(order, table, 'r');
    const walk = new RecordWalk(file, table, { keys, index, range }, position);
    this.#searchByTurns(walk, rest, candidates);
  }

  #narrow(conditions: readonly Condition[]): Candidates | null {
    const scope = { table: this.#surroundings.table, wordsMatch: this.#wordsMatch.bind(this) };
    this.#narrowing = narrow({ kind: 'and', conditions }, scope);
    return this.#narrowing.candidates;
  }

  #searchByTurns(walk: RecordWalk, rest: readonly Condition[], candidates: Candidates | null): void {
    const { firstStretch, growth, longestStretch } = this.#surroundings.pace;
    // Without a condition, every record of the walk is part of the page.
    let size = rest.length === 0 ? Number.POSITIVE_INFINITY : firstStretch(this.#query.limit);
    // Matches per record of the last stretch; the first stretch alone may be the densest part of a walk.
    let density = 0;
    while (this.#found.length <= this.#query.limit) {
      this.#surroundings.deadline.check();
      const most = Math.max(size, this.#visited);
      const remaining = candidates === null ? null : this.#remainingWithin(size, density);
      const set = candidates === null || remaining !== null ? null : this.#counts.smallest(candidates, most);
      // Candidates are certain to suffice; the next records of the walk only may.
      if (set !== null && set.count <= 2 * most) {
        this.#found = [];
        this.#sortAll(set);
        return;
      }
      const records = remaining ?? size;
      const stretch = walk.next(set === null ? records : this.#entriesFor(set, records));
      if (stretch === null) return;
      const matches = this.#read(walk, stretch, rest, set, records);
      density = set === null ? matches / records : 0;
      if (rest.length > 0) size = Math.min(size * growth, longestStretch);
    }
  }

  // Returns the number of records that almost certainly contain the rest of the page at this density of matches; null if that would be more
  // than `size`. Then the candidates are worth counting.
  #remainingWithin(size: number, density: number): number | null {
    const expected = Math.ceil((this.#query.limit + 1 - this.#found.length) / density);
    return expected <= size ? Math.min(2 * expected, size) : null;
  }

  // Twice the number of index entries expected to contain the rest of the page, if the set is evenly distributed.
  #entriesFor({ count }: CountedSet, size: number): number {
    const expected = (2 * (this.#query.limit + 1 - this.#found.length) * this.#newestId) / count;
    return Math.ceil(Math.max(size, Math.min(expected, size * this.#surroundings.pace.entriesPerRecord)));
  }

  get #newestId(): number {
    const { file, table } = this.#surroundings;
    return file.number(sql`SELECT max(id) FROM ${identifier(table.records)}`);
  }

  /** Reads the records of a stretch that satisfy some conditions, restricted to a set if there is one. Returns how many it read. */
  #read(walk: RecordWalk, stretch: Stretch, rest: readonly Condition[], set: CountedSet | null, size: number): number {
    const { file, table } = this.#surroundings;
    const { reversedWithin } = stretch;
    const missing = this.#query.limit + 1 - this.#found.length;
    const scope = this.#scope(stretch.isUnbounded || size >= this.#surroundings.pace.worthASet);
    const unsure = rest.filter((condition) => set?.covers.includes(condition) !== true);
    const columns = [sql`r.key, json(r.document)`, ...(reversedWithin === null ? [] : [reversedWithin])];
    const statement = (ids: Fragment | null) => sql`SELECT ${joined(columns, ', ')}
      FROM ${identifier(table.records)} AS r INDEXED BY ${identifier(stretch.index)}
      WHERE ${all([
        // Without a condition, only the page is read.
        ...(stretch.isUnbounded || (rest.length > 0 && this.#isLong(size)) ? [this.#isInTime] : []),
        stretch.where,
        // The unary plus prevents SQLite from driving the search by the set.
        ...(ids === null ? [] : [sql`+r.id IN (${ids})`]),
        ...unsure.map((condition) => conditionSql(condition, scope)),
      ])} ORDER BY ${stretch.orderBy} LIMIT ${unpeeked(missing)}`;
    if (this.#isExplained) this.#statement = statement(set?.query ?? null);
    const rows = file.rows(statement(set?.ids ?? null));
    this.#found = [...this.#found, ...(reversedWithin === null ? rows : inOrder(rows, missing, walk))];
    this.#visited += rest.length > 0 ? size : 0;
    return rows.length;
  }

  /** Sorts the candidates that satisfy the filter; without a set, all records. */
  #sortAll(set: CountedSet | null): void {
    const { file, table } = this.#surroundings;
    const { filter, after, limit } = this.#query;
    const { worthASet } = this.#surroundings.pace;
    const records = sql`${identifier(table.records)} AS r`;
    const isLong = set === null || this.#isLong(set.count);
    const scope = this.#scope(set === null || set.count >= worthASet);
    const unsure =
      filter === null ? [] : flattened(filter).filter((condition) => set?.covers.includes(condition) !== true);
    const where = all([
      ...(isLong ? [this.#isInTime] : []),
      ...(after === null ? [] : [isAfter(this.#keys, after, 'r')]),
      ...unsure.map((condition) => conditionSql(condition, scope)),
    ]);
    // If most documents will not be returned, they are read last, so that the sorted rows stay small.
    const isWhole = set !== null && set.count <= 2 * (limit + 1);
    const columns = isWhole ? sql`r.key, json(r.document)` : sql`r.id`;
    const order = set !== null && set.count <= 1 ? sql`` : sql`ORDER BY ${orderBy(this.#keys, 'r')}`;
    const statement = (ids: Fragment | null) => sql`SELECT ${columns}
      FROM ${ids === null ? records : sql`(${ids}) AS candidate CROSS JOIN ${records} ON r.id = candidate.id`}
      WHERE ${where} ${order} LIMIT ${unpeeked(limit + 1)}`;
    const rows = file.rows(statement(set?.ids ?? null));
    this.#found = isWhole ? rows : this.#documents(rows.map(([id]) => Number(id)));
    if (this.#isExplained) this.#statement = statement(set?.query ?? null);
    this.#isScan = set === null;
    this.#visited += set === null ? Number.POSITIVE_INFINITY : set.count;
  }

  #documents(ids: readonly number[]): readonly Row[] {
    const { file, table } = this.#surroundings;
    const rows = file.rows(
      sql`SELECT id, key, json(document) FROM ${identifier(table.records)}
        WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
    const byId = new Map(rows.map(([id, ...found]) => [Number(id), found]));
    return ids.flatMap((id) => {
      const found = byId.get(id);
      return found === undefined ? [] : [found];
    });
  }

  /** Whether examining this many records could exceed the time limit of the quick lane. */
  #isLong(records: number): boolean {
    return records > this.#surroundings.pace.firstStretch(this.#query.limit);
  }

  get #isInTime(): Fragment {
    return this.#surroundings.deadline.documentsInTime(verbatim('r.document'));
  }

  #scope(usesSets: boolean): ConditionScope {
    return {
      document: verbatim('r.document'),
      decimals: verbatim('r.decimals'),
      matchesText: (text, condition) => {
        const set = usesSets ? this.#textSet(condition) : null;
        if (set?.isExact) return set.condition;
        const matches = this.#surroundings.matchers.matches(text, condition);
        return set === null ? matches : all([set.condition, matches]);
      },
    };
  }

  #textSet(condition: TextCondition): { readonly condition: Fragment; readonly isExact: boolean } | null {
    const { field } = condition;
    if (field.root === '' || textPrefilter(sql``, condition) !== null) return null;
    const index = readyIndex(
      this.#surroundings.table,
      textTarget(condition.kind === 'like' ? 'parts' : 'words', field),
    );
    if (index === undefined) return null;
    const match =
      condition.kind === 'like'
        ? { match: partsMatch(condition.pattern), isExact: false }
        : this.#wordsMatch(condition.kind, condition.words);
    if (match.match === null) return null;
    return { condition: sql`r.id IN (${matchQuery(index, [match.match])})`, isExact: match.isExact };
  }

  #wordsMatch(kind: 'keyword' | 'fuzzy', words: readonly string[]): WordsMatch {
    const known = this.#matches.get(words);
    if (known !== undefined) return known;
    const match = kind === 'keyword' ? keywordMatch(words) : fuzzyMatch(words, this.#surroundings.near);
    this.#matches.set(words, match);
    return match;
  }

  #positionOf([key = null, , value]: Row): SearchPosition {
    const { sort } = this.#query;
    const values = value === undefined ? this.#sortedValues(key) : [value];
    return { values: sort.map(({ field }, index) => positionValue(field, values[index] ?? null)), key: String(key) };
  }

  #sortedValues(key: Row[number]): Row {
    if (this.#keys.length === 0) return [];
    const { file, table } = this.#surroundings;
    const values = joined(
      this.#keys.map(({ value }) => value),
      ', ',
    );
    return file.row(sql`SELECT ${values} FROM ${identifier(table.records)} AS r WHERE r.key = ${key}`) ?? [];
  }
}

// The last row of a full page only shows that more follow. If they have the same value, some of them may come first: then the page ends
// before that value, and the walk continues with it.
function inOrder(rows: readonly Row[], limit: number, walk: RecordWalk): readonly Row[] {
  const sortedValue = (row: Row | undefined) => row?.[2] ?? null;
  const last = sortedValue(rows.at(-1));
  const isCut = rows.length === limit && last !== null && last === sortedValue(rows.at(-2));
  if (isCut) walk.continueWith(last);
  return withKeysForward(isCut ? rows.filter((row) => sortedValue(row) !== last) : rows, sortedValue);
}
