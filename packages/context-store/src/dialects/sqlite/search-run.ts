import { recordWriter } from '../../query/answer-record.ts';
import type { Condition, Scalar, SearchPosition, SearchQuery } from '../../query/condition.ts';
import type { SearchPage, SearchPlan, StoredRecord } from '../../store/context-store.ts';
import { CandidateCounts, type CountedSet } from './candidate-counts.ts';
import { matchQuery, type Narrowing, narrow, orderTarget, textTarget } from './candidates.ts';
import { type ConditionScope, conditionSql } from './condition-sql.ts';
import type { ConnectionFile } from './connection-file.ts';
import type { Deadline } from './deadline.ts';
import { type EntityTable, type IndexTarget, readyIndex } from './entity-table.ts';
import { all, type Fragment, identifier, joined, sql, verbatim } from './fragment.ts';
import { RecordWalk, type Stretch } from './record-walk.ts';
import { isAfter, type OrderKey, orderBy, orderIndex, orderKeys } from './search-order.ts';
import { divideFilter } from './sort-range.ts';
import type { TextCondition, TextMatchers } from './text-matchers.ts';
import { partsMatch } from './text-parts.ts';
import { fuzzyMatch, keywordMatch, type WordsMatch } from './words-match.ts';

/** What a search needs of the thread it runs in. */
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

/** How far a search goes each way before it tries the other one, in records. */
export interface SearchPace {
  /** The first stretch of a walk for a page of so many records. */
  readonly firstStretch: (limit: number) => number;
  readonly growth: number;
  /** A statement that looks at more records watches the time. */
  readonly longestStretch: number;
  /** From so many texts on, reading an index costs less than looking at each. */
  readonly worthASet: number;
}

/** Suits files of any size: a step takes about a millisecond at first and a tenth of a second at last. */
export const usualPace: SearchPace = {
  firstStretch: (limit) => Math.max(512, 2 * (limit + 1)),
  growth: 4,
  longestStretch: 65_536,
  worthASet: 8192,
};

/**
 * One search. It goes two ways by turns, each as far as the other one went, because which one is short cannot be known beforehand: it
 * walks through the records in the asked order until it has a page, and it counts the candidates that the indexes give for the filter
 * until they are few enough to be sorted. So it costs at most a few times what the better way alone costs.
 */
export class SearchRun {
  readonly #surroundings: SearchSurroundings;
  readonly #query: SearchQuery;
  readonly #keys: readonly OrderKey[];
  readonly #narrowing: Narrowing;
  readonly #counts: CandidateCounts;
  readonly #matches = new Map<readonly string[], WordsMatch>();
  #found: (readonly [key: string, json: string])[] = [];
  #visited = 0;
  #isScan = false;
  /** The statement that found most recently. */
  #statement: Fragment | null = null;

  constructor(surroundings: SearchSurroundings, query: SearchQuery) {
    this.#surroundings = surroundings;
    this.#query = query;
    this.#keys = orderKeys(query.sort, 'r');
    this.#counts = new CandidateCounts(surroundings.file);
    surroundings.matchers.clear();
    const scope = { table: surroundings.table, wordsMatch: this.#wordsMatch.bind(this) };
    this.#narrowing = query.filter === null ? { candidates: null, missing: [] } : narrow(query.filter, scope);
  }

  /** Searches. Throws `internal` when it takes too long. */
  run(): SearchOutcome & { readonly page: SearchPage } {
    this.#search();
    const { limit } = this.#query;
    const records = this.#found.slice(0, limit);
    const last = records.at(-1);
    return {
      page: {
        records: this.#answers(records.map(([, json]) => json)),
        next: this.#found.length > limit && last !== undefined ? this.#positionOf(last[0]) : null,
      },
      ...this.#outcome(),
    };
  }

  /** Searches, and tells how. */
  explain(): SearchOutcome & { readonly plan: SearchPlan } {
    this.#search();
    const statement = this.#statement ?? sql`SELECT 1 WHERE 0`;
    const steps = this.#surroundings.file.rows(sql`EXPLAIN QUERY PLAN ${statement}`).map((row) => String(row[3]));
    const text = statement.text.replaceAll(/\s+/g, ' ');
    return { plan: { dialect: 'sqlite', sql: text, steps, scans: this.#isScan }, ...this.#outcome() };
  }

  #outcome(): SearchOutcome {
    const { file, table } = this.#surroundings;
    const { sort } = this.#query;
    const [first] = sort;
    const order = first !== undefined && orderIndex(sort, table) === null ? [orderTarget(first.field)] : [];
    const newestId = file.number(sql`SELECT max(id) FROM ${identifier(table.records)}`);
    return { missing: [...this.#narrowing.missing, ...order], visited: Math.min(this.#visited, newestId) };
  }

  #search(): void {
    const { file, table } = this.#surroundings;
    const { filter, sort, after } = this.#query;
    const { candidates } = this.#narrowing;
    const index = orderIndex(sort, table);
    if (sort.length > 0 && index === null) {
      this.#sortAll(candidates === null ? null : this.#counts.smallest(candidates, Number.POSITIVE_INFINITY));
      return;
    }
    const { range, rest } = divideFilter(filter, sort);
    this.#isScan = rest.length > 0 && candidates === null;
    this.#searchByTurns(new RecordWalk(file, table, { keys: this.#keys, index, range }, after), rest);
  }

  #searchByTurns(walk: RecordWalk, rest: readonly Condition[]): void {
    const { candidates } = this.#narrowing;
    const { firstStretch, growth, longestStretch } = this.#surroundings.pace;
    let size = firstStretch(this.#query.limit);
    while (this.#found.length <= this.#query.limit) {
      this.#surroundings.deadline.check();
      const set =
        candidates === null || rest.length === 0
          ? null
          : this.#counts.smallest(candidates, Math.max(size, this.#visited));
      if (set !== null) {
        this.#found = [];
        this.#sortAll(set);
        return;
      }
      const stretch = walk.next(size);
      if (stretch === null) return;
      this.#read(stretch, rest, size);
      if (rest.length > 0) size = Math.min(size * growth, longestStretch);
    }
  }

  /** Reads the records of a stretch that satisfy some conditions. */
  #read(stretch: Stretch, rest: readonly Condition[], size: number): void {
    const { file, table } = this.#surroundings;
    const scope = this.#scope(stretch.isUnbounded || size >= this.#surroundings.pace.worthASet);
    const conditions = [
      ...(stretch.isUnbounded ? [this.#isInTime] : []),
      stretch.where,
      ...rest.map((condition) => conditionSql(condition, scope)),
    ];
    const statement = sql`SELECT r.key, json(r.document)
      FROM ${identifier(table.records)} AS r INDEXED BY ${identifier(stretch.index)}
      WHERE ${all(conditions)} ORDER BY ${stretch.orderBy} LIMIT ${this.#query.limit + 1 - this.#found.length}`;
    for (const [key, json] of file.rows(statement)) this.#found.push([String(key), String(json)]);
    this.#statement = statement;
    this.#visited += rest.length > 0 ? size : 0;
  }

  /** Sorts the candidates that satisfy the filter; all records without a set. */
  #sortAll(set: CountedSet | null): void {
    const { file, table } = this.#surroundings;
    const { filter, after, limit } = this.#query;
    const { longestStretch, worthASet } = this.#surroundings.pace;
    const records = sql`${identifier(table.records)} AS r`;
    const isLong = set === null || set.count > longestStretch;
    const scope = this.#scope(set === null || set.count >= worthASet);
    const conditions = [
      ...(isLong ? [this.#isInTime] : []),
      ...(after === null ? [] : [isAfter(this.#keys, after, 'r')]),
      ...(filter === null ? [] : [conditionSql(filter, scope)]),
    ];
    const statement = sql`SELECT r.id
      FROM ${set === null ? records : sql`(${set.query}) AS candidate CROSS JOIN ${records} ON r.id = candidate.id`}
      WHERE ${all(conditions)} ORDER BY ${orderBy(this.#keys, 'r')} LIMIT ${limit + 1}`;
    // Documents are read at last: what is sorted stays small.
    for (const [id] of file.rows(statement)) {
      const row = file.row(sql`SELECT key, json(document) FROM ${identifier(table.records)} WHERE id = ${Number(id)}`);
      if (row !== undefined) this.#found.push([String(row[0]), String(row[1])]);
    }
    this.#statement = statement;
    this.#isScan = set === null;
    this.#visited += set === null ? Number.POSITIVE_INFINITY : set.count;
  }

  get #isInTime(): Fragment {
    return this.#surroundings.deadline.isInTime(verbatim('r.id'));
  }

  #scope(usesSets: boolean): ConditionScope {
    return {
      document: verbatim('r.document'),
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
    if (field.root === '') return null;
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

  #answers(documents: readonly string[]): readonly string[] {
    const { layout, isCurrent } = this.#surroundings.table;
    if (this.#query.fields === null && isCurrent) return documents;
    const write = recordWriter(layout, this.#query.fields);
    return documents.map((text) => write(JSON.parse(text) as StoredRecord['document']));
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
      values: sort.map(({ field }, index): Scalar => {
        const value = values?.[index] ?? null;
        return field.type === 'boolean' && value !== null ? value === 1 : value;
      }),
      key,
    };
  }
}
