import type { Scalar, SearchPosition, SortKey } from '../../query/condition.ts';
import { type EntityTable, hasIndex } from './entity-table.ts';

/**
 * A part of an order that can be read along one index: the whole order, the records with a value in the first sort field, those beyond a
 * certain value there, or those with exactly that value (or null).
 */
export type Stretch =
  | { readonly kind: 'whole'; readonly after: SearchPosition | null }
  | { readonly kind: 'values'; readonly after: SearchPosition | null }
  | { readonly kind: 'beyond'; readonly value: NonNullable<Scalar>; readonly after: null }
  | { readonly kind: 'equal'; readonly value: Scalar; readonly after: SearchPosition | null };

/**
 * Divides an order into the stretches after a position. Nulls come last in both directions, which an index read backwards cannot provide.
 * So an order by an indexed field is divided into its values and null, and one by a boolean into its three values, each ordered by the
 * remaining keys. A position among many records with the same value starts at that value, so that a page costs the same at any depth.
 */
export function stretches(
  table: EntityTable,
  sort: readonly SortKey[],
  after: SearchPosition | null,
): readonly Stretch[] {
  const [first, ...others] = sort;
  const columns = first === undefined ? undefined : table.columns.get(first.field.root);
  const isIndexed =
    columns !== undefined && (hasIndex(table, 'ordered', columns) || hasIndex(table, 'descending', columns));
  if (first === undefined || !isIndexed) return [{ kind: 'whole', after }];
  const reached: Scalar | undefined = after === null ? undefined : (after.values[0] ?? null);
  const withNull: Stretch = { kind: 'equal', value: null, after: reached === null ? after : null };
  if (reached === null) return [withNull];
  if (columns.kind !== 'boolean') {
    if (reached === undefined || (first.direction === 'asc' && others.length === 0)) {
      return [{ kind: 'values', after }, withNull];
    }
    return [{ kind: 'equal', value: reached, after }, { kind: 'beyond', value: reached, after: null }, withNull];
  }
  const order = first.direction === 'asc' ? [false, true] : [true, false];
  const remaining = reached === undefined ? order : order.slice(order.indexOf(reached === true));
  const withValue = remaining.map(
    (value): Stretch => ({ kind: 'equal', value, after: reached === value ? after : null }),
  );
  return [...withValue, withNull];
}
