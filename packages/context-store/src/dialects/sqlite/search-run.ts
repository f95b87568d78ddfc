import type { Condition, SearchPosition, SearchQuery } from '../../query/condition.ts';
import type { SearchPage, SearchPlan } from '../../store/context-store.ts';
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
import { RecordWalk, type Stretch } from './record-walk.ts';
import { equalOrder, isAfter, type OrderKey, orderBy, orderIndex, orderKeys, positionValue } from './search-order.ts';
import { divideFilter } from './sort-range.ts';
import type { TextCondition, TextMatchers } from './text-matchers.ts';
import { partsMatch } from './text-parts.ts';
import { textPrefilter } from './text-prefilter.ts';
import { fuzzyMatch, keywordMatch, type WordsMatch } from './words-match.ts';

/** Services that the thread provides to a search. */
export interface SearchSurroundings {
  readonly file: ConnectionFile;
  readonly table: EntityTable;
  readonly matchers: TextMatchers;
  readonly deadline: Deadline;
  /** The words of the entity a few edits away from a word. */
  readonly near: (word: string) => readonly string[];
  readonly pace: SearchPace;
}

/** What a search learned about the indexes it would have needed. */
export interface SearchOutcome {
  /** Indexes that would have narrowed or ordered the records further. */
  readonly missing: readonly IndexTarget[];
  /** How many records it looked at, at most. */
  readonly visited: number;
}

/** Number of records a search reads with each strategy before it tries the other. */
export interface SearchPace {
  /** The first stretch of a walk for a page of so many records. */
  readonly firstStretch: (limit: number) => number;
  readonly growth: number;
  /** The longest stretch. */
  readonly longestStretch: number;
  /** From so many texts on, reading an index costs less than looking at each. */
  readonly worthASet: number;
  /** So many entries of an index are compared with a set of candidates in the time of looking at one record. */
  readonly entriesPerRecord: number;
}

/** Suits files of any size: a step takes about a millisecond at first and a tenth of a second at last. */
export const usualPace: SearchPace = {
  firstStretch: (limit) => Math.max(512, 2 * (limit + 1)),
  growth: 4,
  longestStretch: 65_536,
  worthASet: 8192,
  entriesPerRecord: 16,
};

/** The key of a record that was found, and its document as JSON text. */
type Found = readonly [key: string, json: string];

/**
 * One search. It goes two ways by turns, each as far as the other one went, because which one is short cannot be known beforehand: it
 * walks through the records in the asked order until it has a page, and it counts the candidates that the indexes give for the filter
 * until they are few enough to be sorted, or at least to tell on the walk which records to look at. So it costs at most a few times what the better way alone costs.
 */
export class SearchRun {
  readonly #surroundings: SearchSurroundings;
  readonly #query: SearchQuery;
  readonly #keys: readonly OrderKey[];
  #narrowing: Narrowing = { candidates: null, missing: [] };
  readonly #counts: CandidateCounts;
  readonly #matches = new Map<readonly string[], WordsMatch>();
  #found: Found[] = [];
  #visited = 0;
  #isScan = false;
  /** The statement that found most recently. */
  #statement: Fragment | null = null;

  constructor(surroundings: SearchSurroundings, query: SearchQuery) {
    this.#surroundings = surroundings;
    this.#query = query;
    this.#keys = orderKeys(query.sort, surroundings.table, 'r');
    this.#counts = new CandidateCounts(surroundings.file, surroundings.deadline);
    surroundings.matchers.clear();
  }

  /** Searches. Throws `search_timeout` when it takes too long. */
  run(): SearchOutcome & { readonly page: SearchPage } {
    this.#search();
    const { limit } = this.#query;
    const records = this.#found.slice(0, limit);
    const last = records.at(-1);
    return {
      page: {
        records: answersOf(
          records.map(([, json]) => json),
          this.#query,
          this.#surroundings.table,
        ),
        next: this.#found.length > limit && last !== undefined ? this.#positionOf(last[0]) : null,
      },
      ...this.#outcome(),
    };
  }

  /** Searches, and returns how. */
  explain(): SearchOutcome & { readonly plan: SearchPlan } {
    this.#search();
    const statement = this.#statement ?? sql`SELECT 1 WHERE 0`;
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
      this.#found = file.rows(lookup).map(foundOf);
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
    const walk = new RecordWalk(file, table, { keys: orderKeys(order, table, 'r'), index, range }, position);
    this.#searchByTurns(walk, rest, candidates);
  }

  #narrow(conditions: readonly Condition[]): Candidates | null {
    const scope = { table: this.#surroundings.table, wordsMatch: this.#wordsMatch.bind(this) };
    this.#narrowing = narrow({ kind: 'and', conditions }, scope);
    return this.#narrowing.candidates;
  }

  #searchByTurns(walk: RecordWalk, rest: readonly Condition[], candidates: Candidates | null): void {
    const { firstStretch, growth, longestStretch } = this.#surroundings.pace;
    // Without a condition, every record on the way is part of the page.
    let size = rest.length === 0 ? Number.POSITIVE_INFINITY : firstStretch(this.#query.limit);
    while (this.#found.length <= this.#query.limit) {
      this.#surroundings.deadline.check();
      const most = Math.max(size, this.#visited);
      const set = candidates === null ? null : this.#counts.smallest(candidates, most);
      if (set !== null && set.count <= most) {
        this.#found = [];
        this.#sortAll(set);
        return;
      }
      const stretch = walk.next(set === null ? size : this.#entriesFor(set, size));
      if (stretch === null) return;
      this.#read(stretch, rest, set, size);
      if (rest.length > 0) size = Math.min(size * growth, longestStretch);
    }
  }

  // Twice as many entries of an index as have what is missing on the page, if the set is spread evenly.
  #entriesFor({ count }: CountedSet, size: number): number {
    const expected = (2 * (this.#query.limit + 1 - this.#found.length) * this.#newestId) / count;
    return Math.ceil(Math.max(size, Math.min(expected, size * this.#surroundings.pace.entriesPerRecord)));
  }

  get #newestId(): number {
    const { file, table } = this.#surroundings;
    return file.number(sql`SELECT max(id) FROM ${identifier(table.records)}`);
  }

  /** Reads the records of a stretch that satisfy some conditions; only those of a set, if there is one. */
  #read(stretch: Stretch, rest: readonly Condition[], set: CountedSet | null, size: number): void {
    const { file, table } = this.#surroundings;
    const scope = this.#scope(stretch.isUnbounded || size >= this.#surroundings.pace.worthASet);
    const unsure = rest.filter((condition) => set?.covers.includes(condition) !== true);
    const statement = (ids: Fragment | null) => sql`SELECT r.key, json(r.document)
      FROM ${identifier(table.records)} AS r INDEXED BY ${identifier(stretch.index)}
      WHERE ${all([
        ...(stretch.isUnbounded || this.#isLong(size) ? [this.#isInTime] : []),
        stretch.where,
        // The sign keeps the set from leading the search.
        ...(ids === null ? [] : [sql`+r.id IN (${ids})`]),
        ...unsure.map((condition) => conditionSql(condition, scope)),
      ])} ORDER BY ${stretch.orderBy} LIMIT ${unpeeked(this.#query.limit + 1 - this.#found.length)}`;
    this.#statement = statement(set?.query ?? null);
    this.#found.push(...file.rows(statement(set?.ids ?? null)).map(foundOf));
    this.#visited += rest.length > 0 ? size : 0;
  }

  /** Sorts the candidates that satisfy the filter; all records without a set. */
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
    // Where most documents are not part of the answer, they are read at last: what is sorted stays small.
    const isWhole = set !== null && set.count <= 2 * (limit + 1);
    const columns = isWhole ? sql`r.key, json(r.document)` : sql`r.id`;
    const order = set !== null && set.count <= 1 ? sql`` : sql`ORDER BY ${orderBy(this.#keys, 'r')}`;
    const statement = (ids: Fragment | null) => sql`SELECT ${columns}
      FROM ${ids === null ? records : sql`(${ids}) AS candidate CROSS JOIN ${records} ON r.id = candidate.id`}
      WHERE ${where} ${order} LIMIT ${unpeeked(limit + 1)}`;
    const rows = file.rows(statement(set?.ids ?? null));
    this.#found = isWhole ? rows.map(foundOf) : this.#documents(rows.map(([id]) => Number(id)));
    this.#statement = statement(set?.query ?? null);
    this.#isScan = set === null;
    this.#visited += set === null ? Number.POSITIVE_INFINITY : set.count;
  }

  #documents(ids: readonly number[]): Found[] {
    const { file, table } = this.#surroundings;
    const rows = file.rows(
      sql`SELECT id, key, json(document) FROM ${identifier(table.records)}
        WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
    const byId = new Map(rows.map(([id, ...found]) => [Number(id), foundOf(found)]));
    return ids.flatMap((id) => {
      const found = byId.get(id);
      return found === undefined ? [] : [found];
    });
  }

  /** Whether looking at so many records may take longer than a quick search has. */
  #isLong(records: number): boolean {
    return records > this.#surroundings.pace.firstStretch(this.#query.limit);
  }

  get #isInTime(): Fragment {
    return this.#surroundings.deadline.isInTime(verbatim('r.id'));
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

  #positionOf(key: string): SearchPosition {
    const { file, table } = this.#surroundings;
    const { sort } = this.#query;
    if (sort.length === 0) return { values: [], key };
    const values = file.row(
      sql`SELECT ${joined(
        this.#keys.map(({ value }) => value),
        ', ',
      )}
        FROM ${identifier(table.records)} AS r WHERE r.key = ${key}`,
    );
    return {
      values: sort.map(({ field }, index) => positionValue(field, values?.[index] ?? null)),
      key,
    };
  }
}

function foundOf([key, json]: Row): Found {
  return [String(key), String(json)];
}
