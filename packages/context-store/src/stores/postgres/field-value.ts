import type { FieldReference } from '../../query/condition.ts';
import type { EntityTable, FieldColumns } from './entity-table.ts';
import { decimalOf } from './json-condition.ts';
import type { JsonText } from './searchable-texts.ts';
import type { Parameters } from './statement.ts';

/** Where SQL finds the value of a field reference: in its own column, or inside JSON, where decimals are computed. */
export type FieldValue =
  | { readonly kind: 'text'; readonly columns: FieldColumns }
  | { readonly kind: 'number' | 'decimal' | 'boolean'; readonly expression: string }
  | ({ readonly kind: 'json' } & JsonText);

/** Resolves a field reference against the record, or against `element` inside `any`. */
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

// By name only, because `#>` would also index into arrays.
function memberOf({ value, texts }: JsonText, path: readonly string[], parameters: Parameters): JsonText {
  if (path.length === 0) return { value, texts };
  const steps = path.map((name) => ` -> ${parameters.bind(name, 'text')}`).join('');
  return { value: `(${value}${steps})`, texts: `(${texts}${steps})` };
}
