import { sortedLength } from '../../query/bounds.ts';
import type { ComparisonOperator, Condition, FieldReference, Scalar } from '../../query/condition.ts';
import { firstCodePoints, isLongerThan } from '../../query/stored-text.ts';
import { listSql, parameterOf } from './condition-sql.ts';
import { type EntityIndex, type EntityTable, type IndexTarget, readyIndex } from './entity-table.ts';
import { pathOf } from './field-sql.ts';
import { type Fragment, identifier, joined, some, sql, verbatim } from './fragment.ts';
import { memberTerm } from './member-terms.ts';
import { partsMatch } from './text-parts.ts';
import type { WordsMatch } from './words-match.ts';

/** A set of records an index finds, among them every record that satisfies a condition. */
export interface CandidateSource {
  /** Selects the distinct ids. */
  readonly query: Fragment;
  /** Selects some of the ids, and quicker; null when there is no such way. */
  readonly part: Fragment | null;
  /** The number of records another way of searching has to have at least, for it to be worth while to count this set. */
  readonly worthFrom: number;
}

/** How indexes narrow a condition: by one set, by any of some sets, or only by all of some sets together. */
export type Candidates =
  | { readonly kind: 'source'; readonly source: CandidateSource }
  | { readonly kind: 'every' | 'either'; readonly parts: readonly Candidates[] };

/** How a condition can be narrowed, and the indexes that would help and are not ready. */
export interface Narrowing {
  readonly candidates: Candidates | null;
  readonly missing: readonly IndexTarget[];
}

/** What narrowing needs to know beside the condition. */
export interface NarrowingScope {
  readonly table: EntityTable;
  /** The words conditions of a field as a match of its word index. */
  readonly wordsMatch: (kind: 'keyword' | 'fuzzy', words: readonly string[]) => WordsMatch;
}

const costlyWorthFrom = 2048;
const intersectionWorthFrom = 8192;
const nothing: Narrowing = { candidates: null, missing: [] };

/** How the indexes of an entity narrow a condition. */
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
      if (candidates.length === parts.length) return { candidates: { kind: 'either', parts: candidates }, missing };
      const canAll = parts.every((part) => part.candidates !== null || part.missing.length > 0);
      return { candidates: null, missing: canAll ? missing : [] };
    }
    default:
      return narrowAll([condition], scope);
  }
}

/** What one condition asks of an index. */
type Lookup = { readonly target: IndexTarget } & (
  | { readonly where: (column: Fragment) => Fragment }
  | Pick<WordsMatch, 'match' | 'part' | 'isCostly'>
);

// Conditions on the same field become one lookup: a range has two ends.
function narrowAll(conditions: readonly Condition[], scope: NarrowingScope): Narrowing {
  const parts: Candidates[] = [];
  const missing: IndexTarget[] = [];
  const lookups = new Map<EntityIndex, Lookup[]>();
  for (const condition of flattened(conditions)) {
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
    else lookups.set(index, [...(lookups.get(index) ?? []), lookup]);
  }
  const sources = Array.from(lookups, ([index, list]) => sourceOf(index, list, scope.table));
  if (sources.length > 1) {
    const query = joined(
      sources.map((source) => sql`SELECT id FROM (${source.query})`),
      ' INTERSECT ',
    );
    sources.push({ query, part: null, worthFrom: intersectionWorthFrom });
  }
  parts.push(...sources.map((source): Candidates => ({ kind: 'source', source })));
  return { candidates: parts.length === 0 ? null : { kind: 'every', parts }, missing };
}

function flattened(conditions: readonly Condition[]): readonly Condition[] {
  return conditions.flatMap((condition) => (condition.kind === 'and' ? flattened(condition.conditions) : condition));
}

function lookupOf(condition: Condition, { wordsMatch }: NarrowingScope): Lookup | null {
  switch (condition.kind) {
    case 'compare': {
      const { field, operator, value } = condition;
      if (operator === 'neq') return null;
      if (isOrdered(field))
        return { target: orderTarget(field), where: (column) => comparison(column, operator, value) };
      if (operator !== 'eq' || value === null || field.type === 'object' || field.type === 'array') return null;
      return { target: membersTarget(field), where: (column) => sql`${column} = ${memberTerm(value)}` };
    }
    case 'in': {
      const { field, values } = condition;
      const present = values.filter((value) => value !== null);
      if (!isOrdered(field)) {
        const terms = present.map(memberTerm);
        if (present.length < values.length) return null;
        return { target: membersTarget(field), where: (column) => sql`${column} IN ${listSql(terms)}` };
      }
      return {
        target: orderTarget(field),
        where: (column) =>
          some([
            sql`${column} IN ${listSql(present.map(beginning))}`,
            ...(present.length < values.length ? [sql`${column} IS NULL`] : []),
          ]),
      };
    }
    case 'contains':
      return {
        target: membersTarget(condition.field),
        where: (column) => sql`${column} = ${memberTerm(condition.value)}`,
      };
    case 'keyword':
    case 'fuzzy':
      return { target: textTarget('words', condition.field), ...wordsMatch(condition.kind, condition.words) };
    case 'like': {
      const match = partsMatch(condition.pattern);
      return match === null
        ? null
        : { target: textTarget('parts', condition.field), match, part: null, isCostly: false };
    }
    default:
      return null;
  }
}

function sourceOf(index: EntityIndex, lookups: readonly Lookup[], { records }: EntityTable): CandidateSource {
  const wheres = lookups.flatMap((lookup) => ('where' in lookup ? [lookup.where] : []));
  if (index.kind === 'order') {
    const conditions = wheres.map((where) => where(identifier(index.column)));
    return {
      query: sql`SELECT id FROM ${identifier(records)} INDEXED BY ${identifier(index.name)} WHERE ${joined(conditions, ' AND ')}`,
      part: null,
      worthFrom: 0,
    };
  }
  if (index.kind === 'members') {
    const sets = wheres.map(
      (where) => sql`SELECT record AS id FROM ${identifier(index.name)} WHERE ${where(verbatim('value'))}`,
    );
    return { query: sql`SELECT DISTINCT id FROM (${joined(sets, ' INTERSECT ')})`, part: null, worthFrom: 0 };
  }
  const matches = lookups.flatMap((lookup) => ('match' in lookup ? [lookup] : []));
  const query = (texts: readonly string[]) => matchQuery(index, texts);
  return {
    query: query(matches.map(({ match }) => match)),
    part: matches.some(({ part }) => part !== null) ? query(matches.map(({ match, part }) => part ?? match)) : null,
    worthFrom: matches.some(({ isCostly }) => isCostly) ? costlyWorthFrom : 0,
  };
}

/** Selects the ids of the records a word or parts index finds by all of some matches. */
export function matchQuery({ name }: EntityIndex, matches: readonly string[]): Fragment {
  const match = matches.length === 1 ? matches.join() : matches.map((one) => `(${one})`).join(' AND ');
  return sql`SELECT rowid AS id FROM ${identifier(name)} WHERE ${identifier(name)} MATCH ${match}`;
}

/** Whether the values of a field are all of one scalar type, so that an `order` index has them. */
export function isOrdered({ type }: FieldReference): boolean {
  return type === 'string' || type === 'integer' || type === 'number' || type === 'boolean';
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

// An index has the beginnings of texts only, so an operand as long as they are does not tell the order of what is longer.
function comparison(column: Fragment, operator: Exclude<ComparisonOperator, 'neq'>, value: Scalar): Fragment {
  if (value === null) return sql`${column} IS NULL`;
  const isCut = typeof value === 'string' && isLongerThan(value, sortedLength - 1);
  return sql`${column} ${verbatim((isCut ? looseSigns : signs)[operator])} ${parameterOf(beginning(value))}`;
}

function beginning<Value extends Scalar>(value: Value): Value | string {
  return typeof value === 'string' ? firstCodePoints(value, sortedLength) : value;
}
