import { bounds } from '../../query/bounds.ts';
import type { FieldReference, Scalar } from '../../query/condition.ts';
import { decimalOfKey, keyOfDecimal, numberInText } from '../../query/exact-number.ts';
import { timeForm } from '../../query/field-type.ts';
import { type EntityTable, type FieldColumns, isJson } from './entity-table.ts';
import { endOfWordsSql } from './record-row.ts';
import type { Parameters } from './statement.ts';

/** SQL of a JSON value, and of its searchable texts (`searchableTexts`), which is null if they are ASCII only. */
export interface JsonSql {
  readonly value: string;
  readonly texts: string;
}

/** Kinds of values that SQL compares directly. Times are compared by their keys. */
export type PlainKind = 'number' | 'decimal' | 'time' | 'boolean';

/** Where SQL finds the text that `like`, `keyword` and `fuzzy` search. */
type TextSource = { readonly kind: 'text'; readonly columns: FieldColumns } | ({ readonly kind: 'json' } & JsonSql);

/**
 * Where SQL finds the value of a field reference: in its own columns, or inside JSON, where decimals are computed. `source` is the text of a
 * decimal or time; other values have none.
 */
export type FieldValue =
  | TextSource
  | { readonly kind: PlainKind; readonly expression: string; readonly source: TextSource | null };

/** Resolves a field reference against the record, or against `element` inside `any`. */
export function fieldValue(
  table: EntityTable,
  element: JsonSql | null,
  { root, below, type }: FieldReference,
  parameters: Parameters,
): FieldValue {
  if (element !== null) return { kind: 'json', ...memberAt(element, stepsTo(below, parameters)) };
  const columns = table.columns.get(root);
  if (columns === undefined) throw new TypeError(`The layout has no field ${root}.`);
  if (!isJson(columns)) return columnValue(columns);
  const steps = stepsTo(below, parameters);
  const member = memberAt({ value: `${columns.value}::jsonb`, texts: `${columns.texts}::jsonb` }, steps);
  const source: TextSource = { kind: 'json', ...member };
  if (type === 'decimal') return { kind: 'decimal', expression: decimalOf(member.value), source };
  if (timeForm(type) === null) return source;
  return { kind: 'time', expression: `((${columns.keys}::jsonb${steps}) #>> '{}') collate "C"`, source };
}

function columnValue(columns: FieldColumns): FieldValue {
  const source: TextSource = { kind: 'text', columns };
  const expression = columns.value;
  switch (columns.kind) {
    case 'decimal-text':
      return { kind: 'decimal', expression, source };
    case 'time-text':
      return { kind: 'time', expression, source };
    case 'time-number':
      return { kind: 'time', expression, source: null };
    case 'number':
    case 'boolean':
      return { kind: columns.kind, expression, source: null };
    default:
      return source;
  }
}

// By name only, because `#>` would also index into arrays.
function stepsTo(path: readonly string[], parameters: Parameters): string {
  return path.map((name) => ` -> ${parameters.bind(name, 'text')}`).join('');
}

function memberAt({ value, texts }: JsonSql, steps: string): JsonSql {
  return steps === '' ? { value, texts } : { value: `(${value}${steps})`, texts: `(${texts}${steps})` };
}

/** SQL that is true if the value of a field is null or absent. Never null. */
export function isNull(field: FieldValue): string {
  if (field.kind === 'json') return `(coalesce(jsonb_typeof(${field.value}), 'null') = 'null')`;
  return `${field.kind === 'text' ? field.columns.value : field.expression} is null`;
}

/** Binds a value for a comparison with a column. Numbers become text, which is exact at any size. */
export function bindPlain(kind: PlainKind, value: NonNullable<Scalar>, parameters: Parameters): string {
  return parameters.bind(plainValue(kind, value), plainTypes[kind]);
}

/** The types of PostgreSQL that values are bound as. */
export const plainTypes = { number: 'numeric', decimal: 'numeric', time: 'text', boolean: 'boolean' } as const;

/** Returns a value as a parameter. */
export function plainValue(kind: PlainKind, value: NonNullable<Scalar>): string | boolean {
  if (typeof value === 'boolean') return value;
  return kind === 'decimal' ? decimalOfKey(String(value)) : String(value);
}

/** Converts a value of a row to one of a search position. The driver returns numbers as text. */
export function scalarOf(kind: PlainKind, value: unknown): Scalar {
  if (typeof value === 'boolean' || value === null) return value;
  return kind === 'decimal' ? keyOfDecimal(String(value)) : numberInText(String(value));
}

/** SQL of a JSON text, null for anything else. */
export function textOf(value: string): string {
  return `${ifText(value, `${value} #>> '{}'`)} collate "C"`;
}

/** SQL of a JSON number, null for anything else. */
export function numberOf(value: string): string {
  return `(case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end)`;
}

/** SQL of a JSON boolean, null for anything else. */
export function booleanOf(value: string): string {
  return `(case when jsonb_typeof(${value}) = 'boolean' then ${value}::boolean end)`;
}

// Texts that `decimalKey` accepts. The exponent is bounded so that the result fits PostgreSQL's numeric type.
const decimalPattern = '^[+-]?[0-9]+([.][0-9]+)?([eE][+-]?0{0,5}([0-9]{1,3}|1000))?$';

// A decimal in a JSON text or number, null for anything else.
function decimalOf(value: string): string {
  const text = `(${value} #>> '{}')`;
  const isDecimal = `length(${text}) <= ${bounds.numberDigits} and ${text} ~ '${decimalPattern}'`;
  return `(case jsonb_typeof(${value}) when 'number' then ${value}::numeric
    when 'string' then case when ${isDecimal} then ${text}::numeric end end)`;
}

/** SQL of the folded text of a JSON value; null if it is not a text. */
export function foldedJson({ value, texts }: JsonSql): string {
  const stored = `substr(${texts} #>> '{}', strpos(${texts} #>> '{}', ${endOfWordsSql}) + 1)`;
  return ifText(value, `coalesce(${stored}, lower((${value} #>> '{}') collate "C"))`);
}

/** SQL of the words of a JSON value, each between spaces; null if it is not a text. */
export function spacedWords({ value, texts }: JsonSql): string {
  const stored = `split_part(${texts} #>> '{}', ${endOfWordsSql}, 1)`;
  const computed = `' ' || regexp_replace(lower((${value} #>> '{}') collate "C"), '[^a-z0-9]+', ' ', 'g') || ' '`;
  return ifText(value, `coalesce(${stored}, ${computed})`);
}

function ifText(value: string, text: string): string {
  return `(case when jsonb_typeof(${value}) = 'string' then ${text} end)`;
}
