import { sortedLength } from '../../query/bounds.ts';
import type { ComparisonOperator, Condition, FieldReference, LikePattern, Scalar } from '../../query/condition.ts';
import { isScalar } from '../../query/field-type.ts';
import { firstCodePoints, isLongerThan } from '../../query/stored-text.ts';
import { listSql, parameterOf } from './conditions.ts';
import type { ConnectionFile } from './connection-file.ts';
import type { Deadline } from './deadline.ts';
import { type EntityIndex, type EntityTable, type IndexTarget, isInOrder, readyIndex } from './entity-table.ts';
import { all, type Fragment, identifier, joined, some, sql, unpeeked, verbatim } from './fragment.ts';
import { memberTerm } from './index-content.ts';
import { pathOf } from './values.ts';

/** Records that indexes find: every record that satisfies some conditions, and possibly others. */
export interface RecordSet {
  /** Selects the distinct IDs as `id`. */
  readonly ids: Fragment;
  readonly count: number;
  /** The conditions that every record of the set satisfies. */
  readonly covers: readonly Condition[];
}

/** The match of a word index. */
export interface WordsMatch {
  readonly match: string;
  /** Whether it finds only texts that satisfy the condition. */
  readonly isExact: boolean;
}

/** What `IndexLookups` needs. */
export interface LookupContext {
  readonly file: ConnectionFile;
  readonly table: EntityTable;
  readonly deadline: Deadline;
  /** Returns the words of the entity within the allowed edits of a word. */
  readonly near: (word: string) => readonly string[];
}

/** A set that is not counted yet: of one index, or the union of the smallest set of each branch of an `or`. */
type Source = Omit<RecordSet, 'count'> | { readonly branches: readonly Condition[]; readonly or: Condition };

type TextCondition = Extract<Condition, { readonly words: unknown } | { readonly pattern: unknown }>;

/** A set this small is not worth looking for a smaller one. */
const smallEnough = 64;
/** Prefixes this short are shared by very many words. */
const maxCommonPrefix = 3;
/** This many trigrams are almost as selective as all of them. */
const maxTrigrams = 12;

/** Finds records of one entity through its indexes, for one search. */
export class IndexLookups {
  readonly #context: LookupContext;
  readonly #matches = new Map<readonly string[], WordsMatch>();

  constructor(context: LookupContext) {
    this.#context = context;
  }

  /**
   * Returns the smallest set that an index, or a union of indexes for an `or`, finds for conditions that must all hold; null if every set has
   * more than `max` records or no index applies. Entries are counted only up to `max`.
   */
  smallest(conditions: readonly Condition[], max: number): RecordSet | null {
    const sources = this.#sources(conditions);
    let best: RecordSet | null = null;
    for (const source of sources) {
      const limit: number = best === null ? max : best.count - 1;
      if (limit < 0 || (best !== null && best.count <= smallEnough)) break;
      const isOnly = sources.length === 1 && limit === Number.POSITIVE_INFINITY;
      best = ('ids' in source ? this.#counted(source, limit, isOnly) : this.#union(source, limit)) ?? best;
    }
    return best;
  }

  /** Whether existing indexes narrow conditions that must all hold. */
  apply(conditions: readonly Condition[]): boolean {
    return conditions.some((condition) =>
      condition.kind === 'or'
        ? condition.conditions.every((branch) => this.apply(flattened(branch)))
        : this.#readyIndex(condition) !== undefined,
    );
  }

  /** Returns the indexes that would narrow conditions further, but do not exist yet. */
  missing(conditions: readonly Condition[]): readonly IndexTarget[] {
    return conditions.flatMap((condition) => {
      if (condition.kind === 'or') {
        const branches = condition.conditions.map((branch) => this.#canNarrow(flattened(branch)));
        return branches.includes(false)
          ? []
          : condition.conditions.flatMap((branch) => this.missing(flattened(branch)));
      }
      const lookup = this.#lookup(condition);
      return lookup === null || readyIndex(this.#context.table, lookup.target) !== undefined ? [] : [lookup.target];
    });
  }

  #readyIndex(condition: Condition): EntityIndex | undefined {
    const lookup = this.#lookup(condition);
    return lookup === null ? undefined : readyIndex(this.#context.table, lookup.target);
  }

  /** Whether an index, existing or not, narrows conditions that must all hold. */
  #canNarrow(conditions: readonly Condition[]): boolean {
    return conditions.some((condition) =>
      condition.kind === 'or'
        ? condition.conditions.every((branch) => this.#canNarrow(flattened(branch)))
        : this.#lookup(condition) !== null,
    );
  }

  /** Returns the set of a word or trigram index for the condition of a text; null without an index. */
  textSet(condition: TextCondition): { readonly ids: Fragment; readonly isExact: boolean } | null {
    const lookup = this.#lookup(condition);
    const index = lookup === null ? undefined : readyIndex(this.#context.table, lookup.target);
    if (lookup === null || index === undefined || !('match' in lookup)) return null;
    return { ids: matchSql(index, lookup.match), isExact: lookup.isExact };
  }

  // Cheap ones first, so that their counts bound those of texts.
  #sources(conditions: readonly Condition[]): readonly Source[] {
    const { table } = this.#context;
    const ordered = new Map<EntityIndex, readonly { readonly lookup: ColumnLookup; readonly condition: Condition }[]>();
    const unions: Source[] = [];
    const others: Source[] = [];
    for (const condition of conditions) {
      if (condition.kind === 'or') {
        if (this.apply([condition])) unions.push({ branches: condition.conditions, or: condition });
        continue;
      }
      const lookup = this.#lookup(condition);
      const index = lookup === null ? undefined : readyIndex(table, lookup.target);
      if (lookup === null || index === undefined) continue;
      const covers = lookup.isExact ? [condition] : [];
      if ('match' in lookup) others.push({ ids: matchSql(index, lookup.match), covers });
      else if (index.kind === 'order') ordered.set(index, [...(ordered.get(index) ?? []), { lookup, condition }]);
      else {
        const where = lookup.where(verbatim('value'));
        others.unshift({
          ids: sql`SELECT DISTINCT record AS id FROM ${identifier(index.name)} WHERE ${where}`,
          covers,
        });
      }
    }
    // Conditions on the same field become one lookup, such as the two ends of a range.
    const ranges = Array.from(ordered, ([index, uses]): Source => {
      const where = all(uses.map(({ lookup }) => lookup.where(identifier(index.column))));
      return {
        ids: sql`SELECT id FROM ${identifier(table.records)} INDEXED BY ${identifier(index.name)} WHERE ${where}`,
        covers: uses.flatMap(({ lookup, condition }) => (lookup.isExact ? [condition] : [])),
      };
    });
    return [...ranges, ...unions, ...others];
  }

  #counted(source: Omit<RecordSet, 'count'>, max: number, isOnly: boolean): RecordSet | null {
    const { file, deadline } = this.#context;
    deadline.check();
    if (isOnly) return { ...source, count: 0 };
    const limited =
      max === Number.POSITIVE_INFINITY ? sql`WHERE ${deadline.entriesInTime}` : sql`LIMIT ${unpeeked(max + 1)}`;
    const count = file.number(sql`SELECT count(*) FROM (SELECT 1 FROM (${source.ids}) ${limited})`);
    return count > max ? null : { ...source, count };
  }

  #union({ branches, or }: Extract<Source, { readonly or: unknown }>, max: number): RecordSet | null {
    const sets: RecordSet[] = [];
    let count = 0;
    let isCovered = true;
    for (const branch of branches) {
      const conditions = flattened(branch);
      const set = this.smallest(conditions, max - count);
      if (set === null) return null;
      sets.push(set);
      count += set.count;
      isCovered &&= conditions.every((condition) => set.covers.includes(condition));
    }
    const ids = joined(
      sets.map((set) => sql`SELECT id FROM (${set.ids})`),
      ' UNION ',
    );
    return { ids, count, covers: isCovered ? [or] : [] };
  }

  #lookup(condition: Condition): IndexLookup | null {
    switch (condition.kind) {
      case 'keyword':
      case 'fuzzy':
        return { target: textTarget('words', condition.field), ...this.#wordsMatch(condition.kind, condition.words) };
      case 'like': {
        const match = trigramMatch(condition.pattern);
        return match === null ? null : { target: textTarget('parts', condition.field), isExact: false, match };
      }
      default:
        return columnLookup(condition, this.#context.table);
    }
  }

  #wordsMatch(kind: 'keyword' | 'fuzzy', words: readonly string[]): WordsMatch {
    const known = this.#matches.get(words);
    if (known !== undefined) return known;
    const match = kind === 'keyword' ? keywordMatch(words) : fuzzyMatch(words, this.#context.near);
    this.#matches.set(words, match);
    return match;
  }
}

/** The lookup of one condition in the column of an `order` index, or in the values of a `members` index. */
export interface ColumnLookup {
  readonly target: IndexTarget;
  /** Whether it finds only records that satisfy the condition. */
  readonly isExact: boolean;
  readonly where: (column: Fragment) => Fragment;
}

type IndexLookup = ColumnLookup | (WordsMatch & { readonly target: IndexTarget });

/** Returns the conditions of a filter that must all hold. */
export function flattened(filter: Condition): readonly Condition[] {
  return filter.kind === 'and' ? filter.conditions.flatMap(flattened) : [filter];
}

/** Returns how the b-tree of a field or member finds a condition on its value; null if it does not. */
export function columnLookup(condition: Condition, table: EntityTable): ColumnLookup | null {
  switch (condition.kind) {
    case 'compare': {
      const { field, operator, value } = condition;
      if (operator === 'neq') return null;
      if (!isOrdered(field)) {
        if (operator !== 'eq' || value === null || field.type === 'object' || field.type === 'array') return null;
        return membersLookup(field, (column) => sql`${column} = ${unpeeked(memberTerm(value))}`);
      }
      // Such numbers sort wrongly.
      if (operator !== 'eq' && (isVeryNegative(value) || !isInOrder(table, field.type))) return null;
      return {
        target: orderTarget(field),
        isExact: isExactIn(field, value),
        where: (column) => comparison(field, column, operator, value),
      };
    }
    case 'in': {
      const { field, values } = condition;
      const present = values.filter((value) => value !== null);
      if (!isOrdered(field)) {
        if (present.length < values.length) return null;
        return membersLookup(field, (column) => sql`${column} IN ${listSql(present.map(memberTerm))}`);
      }
      return {
        target: orderTarget(field),
        isExact: values.every((value) => isExactIn(field, value)),
        where: (column) =>
          some([
            sql`${column} IN ${listSql(present.map((value) => prefixOf(field, value)))}`,
            ...(present.length < values.length ? [sql`${column} IS NULL`] : []),
          ]),
      };
    }
    case 'contains':
      return membersLookup(condition.field, (column) => sql`${column} = ${unpeeked(memberTerm(condition.value))}`);
    default:
      return null;
  }
}

// The index contains both single values and the elements of arrays.
function membersLookup(field: FieldReference, where: (column: Fragment) => Fragment): ColumnLookup {
  return { target: { kind: 'members', path: pathOf(field), type: 'any' }, isExact: false, where };
}

/** Whether an `order` index can hold the values of a field. */
export const isOrdered = ({ type }: FieldReference): boolean => isScalar(type);

/** The `order` index of a field. */
export function orderTarget(field: FieldReference): IndexTarget {
  return { kind: 'order', path: pathOf(field), type: field.type };
}

/** The index of the words or the trigrams of a text field. */
export function textTarget(kind: 'words' | 'parts', field: FieldReference): IndexTarget {
  return { kind, path: pathOf(field), type: 'string' };
}

/** Selects the IDs of the records that satisfy the match of a word or trigram index. */
function matchSql({ name }: EntityIndex, match: string): Fragment {
  return sql`SELECT rowid AS id FROM ${identifier(name)} WHERE ${identifier(name)} MATCH ${match}`;
}

const signs = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const looseSigns = { eq: '=', gt: '>=', gte: '>=', lt: '<=', lte: '<=' } as const;

// The index holds only prefixes of texts, so an operand of that length cannot be ordered against longer texts.
function comparison(
  field: FieldReference,
  column: Fragment,
  operator: Exclude<ComparisonOperator, 'neq'>,
  value: Scalar,
): Fragment {
  if (value === null) return operator === 'eq' ? sql`${column} IS NULL` : verbatim('0');
  const sign = (isExactIn(field, value) ? signs : looseSigns)[operator];
  return sql`${column} ${verbatim(sign)} ${unpeeked(parameterOf(prefixOf(field, value)))}`;
}

/** Whether a b-tree compares a value exactly: it holds prefixes of texts, and null for a member that is not of its declared type. */
function isExactIn(field: FieldReference, value: Scalar): boolean {
  if (value === null) return field.below.length === 0;
  return field.type !== 'string' || typeof value !== 'string' || !isLongerThan(value, sortedLength - 1);
}

function isVeryNegative(value: Scalar): boolean {
  return typeof value === 'bigint' && value < 0n;
}

function prefixOf<Value extends Scalar>({ type }: FieldReference, value: Value): Value | string {
  return type === 'string' && typeof value === 'string' ? firstCodePoints(value, sortedLength) : value;
}

function keywordMatch(words: readonly string[]): WordsMatch {
  return { match: words.map(quotedWord).join(' OR '), isExact: true };
}

// For each word of the operand, a word that begins with it or is near it. Short words narrow little and cost much, so they are ignored
// alongside longer ones.
function fuzzyMatch(words: readonly string[], near: LookupContext['near']): WordsMatch {
  const long = words.filter((word) => word.length > maxCommonPrefix);
  const chosen = long.length === 0 ? words : long;
  const matches = chosen.map((word) => `(${[`${quotedWord(word)} *`, ...near(word).map(quotedWord)].join(' OR ')})`);
  return { match: matches.join(' AND '), isExact: chosen.length === words.length };
}

// Words contain only letters, marks and numbers, so no quotation marks or operators.
function quotedWord(word: string): string {
  return `"${word}"`;
}

// The three-character runs of a pattern's texts, which every matching folded text has; null if all texts are shorter.
function trigramMatch(pattern: LikePattern): string | null {
  const trigrams = [...new Set(pattern.flatMap((text) => (typeof text === 'string' ? trigramsOf(text) : [])))];
  if (trigrams.length === 0) return null;
  const step = Math.max(1, trigrams.length / maxTrigrams);
  const chosen = Array.from(
    { length: Math.min(maxTrigrams, trigrams.length) },
    (_, index) => trigrams[Math.floor(index * step)] ?? '',
  );
  return chosen.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
}

function trigramsOf(text: string): readonly string[] {
  const characters = Array.from(text);
  return characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));
}
