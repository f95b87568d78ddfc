import { sortedLength } from '../../query/bounds.ts';
import type { Scalar, SortKey } from '../../query/condition.ts';
import type { EntityTable } from './entity-table.ts';
import { fieldValue } from './field-value.ts';
import { booleanOf, numberOf, textOf } from './json-condition.ts';
import { type PlainKind, plainValue } from './plain-value.ts';
import type { Parameters } from './statement.ts';
import type { Stretch } from './stretches.ts';

/** One key of an order in SQL. */
export interface OrderTerm {
  readonly expression: string;
  readonly kind: 'text' | PlainKind;
  readonly direction: 'asc' | 'desc';
}

/** The sort keys of a query in SQL. Texts are sorted by their heads, as in `compareRecords`. */
export function orderTerms(table: EntityTable, sort: readonly SortKey[], parameters: Parameters): readonly OrderTerm[] {
  return sort.map(({ field, direction }): OrderTerm => {
    const found = fieldValue(table, null, field, parameters);
    if (found.kind === 'text') return { expression: found.columns.value, kind: 'text', direction };
    if (found.kind !== 'json') return { expression: found.expression, kind: found.kind, direction };
    if (field.type === 'string') return { expression: textHead(found.value), kind: 'text', direction };
    if (field.type === 'boolean') return { expression: booleanOf(found.value), kind: 'boolean', direction };
    return { expression: numberOf(found.value), kind: 'number', direction };
  });
}

/** Condition and order of one stretch; the condition is null if there is none. */
export interface StretchSql {
  readonly condition: string | null;
  readonly orderBy: string;
}

/** Returns the SQL of a stretch of an order. */
export function stretchSql(stretch: Stretch, terms: readonly OrderTerm[], parameters: Parameters): StretchSql {
  const { after } = stretch;
  const [first, ...others] = terms;
  if (stretch.kind === 'whole' || first === undefined) {
    const condition = after === null ? null : following(terms, after.values, after.key, parameters);
    return { condition, orderBy: orderBy(terms) };
  }
  const { expression, direction } = first;
  const order = `${expression} ${direction}, ${orderBy(others)}`;
  switch (stretch.kind) {
    case 'equal': {
      const { value } = stretch;
      const equal = value === null ? `${expression} is null` : `${expression} = ${bound(first, value, parameters)}`;
      const rest = after === null ? '' : ` and ${following(others, after.values.slice(1), after.key, parameters)}`;
      // The planner does not recognize null as a single value and would sort the nulls by key.
      const isNull = value === null && others.length === 0;
      return { condition: equal + rest, orderBy: isNull ? `${expression}, key` : orderBy(others) };
    }
    case 'beyond': {
      const least = bound(first, stretch.value, parameters);
      return { condition: `${expression} ${direction === 'asc' ? '>' : '<'} ${least}`, orderBy: order };
    }
    case 'values': {
      const value = after?.values[0] ?? null;
      if (after === null || value === null) return { condition: `${expression} is not null`, orderBy: order };
      const place = `(${bound(first, value, parameters)}, ${parameters.bind(after.key, 'text')})`;
      return { condition: `(${expression}, key) > ${place}`, orderBy: order };
    }
  }
}

/** SQL that is true for records after a position. */
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
  if (kind === 'text') return parameters.bind(String(value), 'text');
  return parameters.bind(plainValue(kind, value), kind === 'boolean' ? 'boolean' : 'numeric');
}

function orderBy(terms: readonly OrderTerm[]): string {
  return [...terms.map(({ expression, direction }) => `${expression} ${direction} nulls last`), 'key'].join(', ');
}

function textHead(value: string): string {
  return `left(${textOf(value)}, ${sortedLength}) collate "C"`;
}
