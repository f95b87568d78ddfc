import type { FieldReference } from '../../query/condition.ts';
import type { EntityTable, FieldColumns } from './entity-table.ts';
import { decimalOf } from './json-condition.ts';
import type { JsonText } from './searchable-texts.ts';
import type { Parameters } from './statement.ts';

/** Where the value of a field reference stands in SQL: a column of its own, or inside JSON, where that of a decimal is computed. */
export type FieldValue =
  | { readonly kind: 'text'; readonly columns: FieldColumns }
  | { readonly kind: 'number' | 'decimal' | 'boolean'; readonly expression: string }
  | ({ readonly kind: 'json' } & JsonText);

/** Looks up a reference: from the record, or from `element` inside `any`. */
export function fieldValue(
  table: EntityTable,
  element: JsonText | null,
  { root, below, type }: FieldReference,
  parameters: Parameters,
): FieldValue {
  if (element !== null) return { kind: 'json', ...memberOf(element, below, parameters) };
  const columns = table.columns.get(root);
  if (columns === undefined) throw new TypeError(`The layout has no field ${root}.`);
  if (columns.kind === 'text') return { kind: columns.kind, columns };
  if (columns.kind !== 'json') return { kind: columns.kind, expression: columns.value };
  const whole = { value: `${columns.value}::jsonb`, texts: `${columns.texts}::jsonb` };
  const member = memberOf(whole, below, parameters);
  return type === 'decimal' ? { kind: 'decimal', expression: decimalOf(member.value) } : { kind: 'json', ...member };
}

// By name only: `#>` would also count the elements of arrays.
function memberOf({ value, texts }: JsonText, path: readonly string[], parameters: Parameters): JsonText {
  if (path.length === 0) return { value, texts };
  const steps = path.map((name) => ` -> ${parameters.bind(name, 'text')}`).join('');
  return { value: `(${value}${steps})`, texts: `(${texts}${steps})` };
}
