import { sortedLength } from '../../query/bounds.ts';
import type { ComparisonOperator, Condition, FieldReference, Scalar } from '../../query/condition.ts';
import { firstCodePoints, isLongerThan } from '../../query/stored-text.ts';
import { listSql, parameterOf } from './condition-sql.ts';
import { type EntityIndex, type EntityTable, type IndexTarget, isInOrder, readyIndex } from './entity-table.ts';
import { pathOf } from './field-sql.ts';
import { type Fragment, identifier, joined, some, sql, unpeeked, verbatim } from './fragment.ts';
import { memberTerm } from './member-terms.ts';
import { partsMatch } from './text-parts.ts';
import type { WordsMatch } from './words-match.ts';

/** A set of records found by an index. It includes every record that satisfies a condition. */
export interface CandidateSource {
  /** Selects the distinct IDs. */
  readonly query: Fragment;
  /** Selects some of the IDs faster; null if there is no faster query. */
  readonly part: Fragment | null;
  /** The set is worth examining only if at least this many records would be examined otherwise. */
  readonly worthFrom: number;
  /** Number of records of the set that cost as much as examining one record outside it. */
  readonly perRecord: number;
  /** Whether looking up its records again costs more than keeping them. */
  readonly isSlow: boolean;
  /** The conditions that every record of the set satisfies. */
  readonly covers: readonly Condition[];
}

/** How indexes narrow a condition: to one set, to any one of several sets (`every`), or to the union of several sets (`either`). */
export type Candidates =
  | { readonly kind: 'source'; readonly source: CandidateSource }
  | { readonly kind: 'every'; readonly parts: readonly Candidates[] }
  | { readonly kind: 'either'; readonly parts: readonly Candidates[]; readonly condition: CompoundCondition };

/** A condition of other conditions; the parts of its candidates are in their order. */
type CompoundCondition = Extract<Condition, { readonly conditions: unknown }>;

/** How a condition can be narrowed, and the useful indexes that are not ready. */
export interface Narrowing {
  readonly candidates: Candidates | null;
  readonly missing: readonly IndexTarget[];
}

/** Inputs of narrowing in addition to the condition. */
export interface NarrowingScope {
  readonly table: EntityTable;
  /** Returns the match of a word index for a words condition. */
  readonly wordsMatch: (kind: 'keyword' | 'fuzzy', words: readonly string[]) => WordsMatch;
}

const costlyWorthFrom = 2048;
/** Comparing texts with a pattern is almost as fast as looking up its parts. */
const partsWorthFrom = 1024;
/** A fuzzy condition is the most expensive to test. Counting matches of a parts index is slow, because all parts must be present. */
const perRecord = { keyword: 16, fuzzy: 8, like: 0.5 };
/** Reading values costs little, and the records of a set are certain to include all matches. */
const valuesPerRecord = 2;
const intersectionWorthFrom = 8192;
const nothing: Narrowing = { candidates: null, missing: [] };

/** Returns how the indexes of an entity narrow a condition. */
export function narrow(condition: Condition, scope: NarrowingScope): Narrowing {
  switch (condition.kind) {
    case 'not':
    case 'any':
      return nothing;
    case 'and':
      return narrowAll(condition.conditions, scope);
    case 'or': {
      const parts = condition.conditions.map((one) => narrow(one, scope));
      const candidates = parts.flatMap((part) => part.candidates ?? []);
      const missing = parts.flatMap((part) => part.missing);
      if (candidates.length === parts.length) {
        return { candidates: { kind: 'either', parts: candidates, condition }, missing };
      }
      const canAll = parts.every((part) => part.candidates !== null || part.missing.length > 0);
      return { candidates: null, missing: canAll ? missing : [] };
    }
    default:
      return narrowAll([condition], scope);
  }
}

/** The index lookup for one condition. */
type Lookup = {
  readonly target: IndexTarget;
  /** Whether it finds only records that satisfy the condition. */
  readonly isExact: boolean;
} & ({ readonly where: (column: Fragment) => Fragment } | Pick<WordsMatch, 'match' | 'part' | 'isCostly'>);

interface IndexUse {
  readonly lookup: Lookup;
  readonly condition: Condition;
}

// Conditions on the same field become one lookup, such as the two ends of a range.
function narrowAll(conditions: readonly Condition[], scope: NarrowingScope): Narrowing {
  const parts: Candidates[] = [];
  const missing: IndexTarget[] = [];
  const lookups = new Map<EntityIndex, IndexUse[]>();
  for (const condition of conditions.flatMap(flattened)) {
    const lookup = lookupOf(condition, scope);
    if (lookup === null) {
      if (condition.kind !== 'or') continue;
      const inner = narrow(condition, scope);
      if (inner.candidates !== null) parts.push(inner.candidates);
      missing.push(...inner.missing);
      continue;
    }
    const index = readyIndex(scope.table, lookup.target);
    if (index === undefined) missing.push(lookup.target);
    else lookups.set(index, [...(lookups.get(index) ?? []), { lookup, condition }]);
  }
  const sources = Array.from(lookups, ([index, list]) => sourceOf(index, list, scope.table));
  if (sources.length > 1) {
    const query = joined(
      sources.map((source) => sql`SELECT id FROM (${source.query})`),
      ' INTERSECT ',
    );
    const covers = sources.flatMap((source) => source.covers);
    sources.push({ query, part: null, worthFrom: intersectionWorthFrom, perRecord: 1, isSlow: true, covers });
  }
  parts.push(...sources.map((source): Candidates => ({ kind: 'source', source })));
  return { candidates: parts.length === 0 ? null : { kind: 'every', parts }, missing };
}

/** Returns the conditions of a filter that must all hold. */
export function flattened(filter: Condition): readonly Condition[] {
  return filter.kind === 'and' ? filter.conditions.flatMap(flattened) : [filter];
}

function lookupOf(condition: Condition, { table, wordsMatch }: NarrowingScope): Lookup | null {
  switch (condition.kind) {
    case 'compare': {
      const { field, operator, value } = condition;
      if (operator === 'neq') return null;
      if (isOrdered(field)) {
        const isRange = operator !== 'eq';
        if (isRange && (isVeryNegativeNumber(value) || !isInOrder(table, field.type))) return null;
        return {
          target: orderTarget(field),
          isExact: isExactIn(field, value),
          where: (column) => comparison(field, column, operator, value),
        };
      }
      if (operator !== 'eq' || value === null || field.type === 'object' || field.type === 'array') return null;
      return membersLookup(field, (column) => sql`${column} = ${unpeeked(memberTerm(value))}`);
    }
    case 'in': {
      const { field, values } = condition;
      const present = values.filter((value) => value !== null);
      if (!isOrdered(field)) {
        const terms = present.map(memberTerm);
        if (present.length < values.length) return null;
        return membersLookup(field, (column) => sql`${column} IN ${listSql(terms)}`);
      }
      return {
        target: orderTarget(field),
        isExact: values.every((value) => isExactIn(field, value)),
        where: (column) =>
          some([
            sql`${column} IN ${listSql(present.map((value) => beginning(field, value)))}`,
            ...(present.length < values.length ? [sql`${column} IS NULL`] : []),
          ]),
      };
    }
    case 'contains':
      return membersLookup(condition.field, (column) => sql`${column} = ${unpeeked(memberTerm(condition.value))}`);
    case 'keyword':
    case 'fuzzy':
      return { target: textTarget('words', condition.field), ...wordsMatch(condition.kind, condition.words) };
    case 'like': {
      const match = partsMatch(condition.pattern);
      return match === null
        ? null
        : { target: textTarget('parts', condition.field), isExact: false, match, part: null, isCostly: false };
    }
    default:
      return null;
  }
}

// The index contains both single values and the elements of arrays.
function membersLookup(field: FieldReference, where: (column: Fragment) => Fragment): Lookup {
  return { target: membersTarget(field), isExact: false, where };
}

function sourceOf(index: EntityIndex, uses: readonly IndexUse[], { records }: EntityTable): CandidateSource {
  const lookups = uses.map(({ lookup }) => lookup);
  const covers = uses.flatMap(({ lookup, condition }) => (lookup.isExact ? [condition] : []));
  const wheres = lookups.flatMap((lookup) => ('where' in lookup ? [lookup.where] : []));
  if (index.kind === 'order') {
    const conditions = wheres.map((where) => where(identifier(index.column)));
    return {
      query: sql`SELECT id FROM ${identifier(records)} INDEXED BY ${identifier(index.name)} WHERE ${joined(conditions, ' AND ')}`,
      part: null,
      worthFrom: 0,
      perRecord: valuesPerRecord,
      // Each value of a list is looked up again.
      isSlow: uses.some(({ condition }) => condition.kind === 'in'),
      covers,
    };
  }
  if (index.kind === 'members') {
    const sets = wheres.map(
      (where) => sql`SELECT record AS id FROM ${identifier(index.name)} WHERE ${where(verbatim('value'))}`,
    );
    return {
      query: sql`SELECT DISTINCT id FROM (${joined(sets, ' INTERSECT ')})`,
      part: null,
      worthFrom: 0,
      perRecord: valuesPerRecord,
      isSlow: true,
      covers,
    };
  }
  const matches = lookups.flatMap((lookup) => ('match' in lookup ? [lookup] : []));
  const query = (texts: readonly string[]) => matchQuery(index, texts);
  return {
    query: query(matches.map(({ match }) => match)),
    part: matches.some(({ part }) => part !== null) ? query(matches.map(({ match, part }) => part ?? match)) : null,
    worthFrom: index.kind === 'parts' ? partsWorthFrom : matches.some(({ isCostly }) => isCostly) ? costlyWorthFrom : 0,
    perRecord: Math.max(...uses.map(({ condition: { kind } }) => (isText(kind) ? perRecord[kind] : 1))),
    // The entries of a whole word are read as fast as kept IDs.
    isSlow: uses.some(({ condition: { kind } }) => kind !== 'keyword'),
    covers,
  };
}

function isText(kind: Condition['kind']): kind is keyof typeof perRecord {
  return Object.hasOwn(perRecord, kind);
}

/** Selects the IDs of the records that satisfy all matches of a word or parts index. */
export function matchQuery({ name }: EntityIndex, matches: readonly string[]): Fragment {
  const match = matches.length === 1 ? matches.join() : matches.map((one) => `(${one})`).join(' AND ');
  return sql`SELECT rowid AS id FROM ${identifier(name)} WHERE ${identifier(name)} MATCH ${match}`;
}

/** Whether all values of a field have one scalar type, so that an `order` index can hold them. */
export function isOrdered({ type }: FieldReference): boolean {
  return ['string', 'integer', 'number', 'decimal', 'boolean'].includes(type);
}

/** Whether a value is a number below -2^53, which an `order` index sorts incorrectly. */
export function isVeryNegativeNumber(value: Scalar): boolean {
  return typeof value === 'bigint' && value < 0n;
}

/** The `order` index of a field. */
export function orderTarget(field: FieldReference): IndexTarget {
  return { kind: 'order', path: pathOf(field), type: field.type };
}

/** The index of the words or the parts of a text field. */
export function textTarget(kind: 'words' | 'parts', field: FieldReference): IndexTarget {
  return { kind, path: pathOf(field), type: 'string' };
}

function membersTarget(field: FieldReference): IndexTarget {
  return { kind: 'members', path: pathOf(field), type: 'any' };
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
  if (value === null) return sql`${column} IS NULL`;
  const sign = (isExactIn(field, value) ? signs : looseSigns)[operator];
  return sql`${column} ${verbatim(sign)} ${unpeeked(parameterOf(beginning(field, value)))}`;
}

/**
 * Whether an `order` index compares a value exactly: it holds prefixes of texts, and null for a member that is not of its declared type.
 */
export function isExactIn(field: FieldReference, value: Scalar): boolean {
  if (value === null) return field.below.length === 0;
  return field.type !== 'string' || typeof value !== 'string' || !isLongerThan(value, sortedLength - 1);
}

function beginning<Value extends Scalar>({ type }: FieldReference, value: Value): Value | string {
  return type === 'string' && typeof value === 'string' ? firstCodePoints(value, sortedLength) : value;
}
