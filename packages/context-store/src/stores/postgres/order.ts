import { sortedLength } from '../../query/bounds.ts';
import type { Scalar, SearchPosition, SortKey } from '../../query/condition.ts';
import { type EntityTable, hasIndex } from './entity-table.ts';
import type { Parameters } from './statement.ts';
import { bindPlain, booleanOf, fieldValue, numberOf, type PlainKind, textOf } from './values.ts';

/** One key of an order in SQL. */
export interface OrderTerm {
  readonly expression: string;
  readonly kind: 'text' | PlainKind;
  readonly direction: 'asc' | 'desc';
}

/** A part of an order: the condition of its records (null for all) and their order within the part. */
export interface OrderPart {
  readonly condition: string | null;
  readonly orderBy: string;
}

/** The sort keys of a query in SQL. Texts are sorted by their heads, as in `compareRecords`. */
export function orderTerms(table: EntityTable, sort: readonly SortKey[], parameters: Parameters): readonly OrderTerm[] {
  return sort.map(({ field, direction }): OrderTerm => {
    const found = fieldValue(table, null, field, parameters);
    if (found.kind === 'text') return { expression: found.columns.value, kind: 'text', direction };
    if (found.kind !== 'json') return { expression: found.expression, kind: found.kind, direction };
    if (field.type === 'string') {
      return { expression: `left(${textOf(found.value)}, ${sortedLength}) collate "C"`, kind: 'text', direction };
    }
    if (field.type === 'boolean') return { expression: booleanOf(found.value), kind: 'boolean', direction };
    return { expression: numberOf(found.value), kind: 'number', direction };
  });
}

/**
 * Divides the order after a position into parts that follow each other. Null comes last in both directions, which no index read backwards
 * provides, and no index skips to a key among equal values in descending order. So an order by an indexed field is divided: the value of
 * the position, the values beyond it, and null. A page then costs the same at any depth.
 */
export function orderParts(
  table: EntityTable,
  sort: readonly SortKey[],
  terms: readonly OrderTerm[],
  after: SearchPosition | null,
  parameters: Parameters,
): readonly OrderPart[] {
  const [first, ...others] = terms;
  const columns = sort[0] === undefined ? undefined : table.columns.get(sort[0].field.root);
  const isIndexed =
    columns !== undefined && (hasIndex(table, 'ordered', columns) || hasIndex(table, 'descending', columns));
  if (first === undefined || !isIndexed) {
    const condition = after === null ? null : following(terms, after.values, after.key, parameters);
    return [{ condition, orderBy: orderBy(terms) }];
  }
  const { expression, direction } = first;
  const inOrder = `${expression} ${direction}, ${orderBy(others)}`;
  const isNull = `${expression} is null`;
  // The planner does not recognize null as a single value and would sort the nulls by key.
  const nulls = { condition: isNull, orderBy: others.length === 0 ? `${expression}, key` : orderBy(others) };
  if (after === null) return [{ condition: `${expression} is not null`, orderBy: inOrder }, nulls];
  const [reached = null, ...reachedOthers] = after.values;
  const rest = following(others, reachedOthers, after.key, parameters);
  if (reached === null) return [{ ...nulls, condition: `${isNull} and ${rest}` }];
  const value = bound(first, reached, parameters);
  return [
    { condition: `${expression} = ${value} and ${rest}`, orderBy: orderBy(others) },
    { condition: `${expression} ${direction === 'asc' ? '>' : '<'} ${value}`, orderBy: inOrder },
    nulls,
  ];
}

// SQL that is true for records after a position.
function following(
  terms: readonly OrderTerm[],
  values: readonly Scalar[],
  key: string,
  parameters: Parameters,
): string {
  const [term, ...others] = terms;
  if (term === undefined) return `key > ${parameters.bind(key, 'text')}`;
  const { expression, direction } = term;
  const rest = following(others, values.slice(1), key, parameters);
  const [value = null] = values;
  if (value === null) return `(${expression} is null and ${rest})`;
  const reached = bound(term, value, parameters);
  const beyond = direction === 'asc' ? '>' : '<';
  return `(${expression} ${beyond} ${reached} or ${expression} is null or (${expression} = ${reached} and ${rest}))`;
}

function bound({ kind }: OrderTerm, value: NonNullable<Scalar>, parameters: Parameters): string {
  return kind === 'text' ? parameters.bind(String(value), 'text') : bindPlain(kind, value, parameters);
}

function orderBy(terms: readonly OrderTerm[]): string {
  return [...terms.map(({ expression, direction }) => `${expression} ${direction} nulls last`), 'key'].join(', ');
}
