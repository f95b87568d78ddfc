import { type JsonSchema, knownValues } from '@connectory/connector-sdk/engine';
import { code, escapeHtml } from './html.ts';

interface Field {
  readonly row: SchemaRow;
  readonly members: SchemaRow[];
}

/** How a field list names and marks its fields. */
export interface FieldListOptions {
  /** The prefix of each field's anchor: `list` for `#list.limit`. */
  readonly anchor: string;
  /** Whether to mark fields as required and nullable: true for parameters, false for what vendors send. */
  readonly isInput: boolean;
}

/** A longer list is collapsed, so that a page stays short enough to scan. */
export const maxUnfolded = 12;
const firstOfMore = 8;

/**
 * The fields of an object schema as an HTML list, required ones first for parameters. Nested fields are collapsed below their parent, and
 * so is the rest of a long list. Empty without fields.
 */
export function fieldList(schema: JsonSchema, options: FieldListOptions): string {
  const fields = topFields(schemaRows(schema)).toSorted((one, other) => rank(one, options) - rank(other, options));
  if (fields.length === 0) return '';
  if (fields.length <= maxUnfolded) return listed(fields, options);
  const rest = fields.slice(firstOfMore);
  const summary = `${rest.length} more ${options.isInput ? 'parameters' : 'fields'}`;
  return [
    listed(fields.slice(0, firstOfMore), options),
    `<details class="more-fields"><summary>${summary}</summary>`,
    `${listed(rest, options)}</details>`,
  ].join('\n');
}

const rank = ({ row }: Field, { isInput }: FieldListOptions) => (isInput && !row.required ? 1 : 0);

const listed = (fields: readonly Field[], options: FieldListOptions) =>
  ['<ul class="fields" v-pre>', ...fields.map((field) => item(field, options)), '</ul>'].join('\n');

function topFields(rows: readonly SchemaRow[]): readonly Field[] {
  const fields: Field[] = [];
  for (const row of rows) {
    const last = fields.at(-1);
    const isWithin = last !== undefined && /^(?:\[\])*\./.test(row.path.slice(last.row.path.length));
    if (isWithin && row.path.startsWith(last.row.path)) last.members.push(row);
    else fields.push({ row, members: [] });
  }
  return fields;
}

function item({ row, members }: Field, options: FieldListOptions): string {
  return `<li id="${escapeHtml(`${options.anchor}.${row.path}`)}">${about(row, options)}${folded(members, options)}</li>`;
}

function folded(rows: readonly SchemaRow[], options: FieldListOptions): string {
  if (rows.length === 0) return '';
  const items = rows.map((row) => item({ row, members: [] }, options)).join('\n');
  return `<details><summary>${rows.length === 1 ? '1 member' : `${rows.length} members`}</summary><ul>\n${items}</ul></details>`;
}

function about(
  { path, type, nullable, required, description, limits }: SchemaRow,
  { isInput }: FieldListOptions,
): string {
  const notes = isInput && required ? ' <strong>required</strong>' : '';
  const said = [
    `<div>${code(path)} <span>${escapeHtml(isInput && nullable ? `${type} or null` : type)}</span>${notes}</div>`,
    ...(description === '' ? [] : [`<p>${escapeHtml(description)}</p>`]),
    ...(limits.length === 0 ? [] : [`<small>${escapeHtml(limits.join('; '))}</small>`]),
  ];
  return said.join('');
}

/** One field of a JSON Schema, flattened: its path and its facts. */
export interface SchemaRow {
  /** Dotted path; `[]` means the items of an array, `*` fields with any name. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly nullable: boolean;
  /** Default, bounds, format and accepted values, in words. */
  readonly limits: readonly string[];
  readonly description: string;
}

/** Returns every field of an object schema, parents before their fields, in the order of the declaration. */
export function schemaRows(schema: JsonSchema): readonly SchemaRow[] {
  return membersOf(schema, '');
}

function membersOf(schema: JsonSchema, parent: string): SchemaRow[] {
  const required = new Set(listOf<string>(schema.required));
  return Object.entries(objectOf(schema.properties)).flatMap(([name, member]) => {
    const path = `${parent}${name}`;
    return [rowOf(path, required.has(name), member), ...below(path, member)];
  });
}

function rowOf(path: string, required: boolean, schema: JsonSchema): SchemaRow {
  const alternatives = alternativesOf(schema);
  const [only] = alternatives;
  const described = [schema, ...alternatives].find(({ description }) => typeof description === 'string');
  return {
    path,
    type: [...new Set(alternatives.map(typeOf))].join(' or ') || 'null',
    required,
    nullable: isNullable(schema),
    limits: [...limitsOf(alternatives.length === 1 && only !== undefined ? { ...schema, ...only } : schema)],
    description: String(described?.description ?? ''),
  };
}

// The fields of an object or of the items of an array; a reference is described elsewhere.
function below(path: string, schema: JsonSchema): SchemaRow[] {
  return alternativesOf(schema).flatMap((alternative) => {
    if (alternative.type === 'array') {
      const items = objectOf(alternative.items);
      return below(`${path}[]`, items as JsonSchema);
    }
    return membersOf(alternative, `${path}.`);
  });
}

function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  const named = listOf<JsonSchema>(schema.anyOf ?? schema.oneOf);
  if (named.length > 0) return named.filter(({ type }) => type !== 'null').flatMap(alternativesOf);
  const types = listOf<string>(schema.type).filter((type) => type !== 'null');
  return types.length > 1
    ? types.map((type) => ({ ...schema, type }))
    : [types[0] ? { ...schema, type: types[0] } : schema];
}

function isNullable(schema: JsonSchema): boolean {
  return listOf<string>(schema.type).includes('null') || listOf<JsonSchema>(schema.anyOf).some(isNullable);
}

function typeOf(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.type !== 'array') return typeof schema.type === 'string' ? schema.type : 'any';
  const items = [...new Set(alternativesOf(objectOf(schema.items) as JsonSchema).map(typeOf))];
  return items.length === 1 ? `${items[0]}[]` : 'array';
}

function* limitsOf(schema: JsonSchema): Generator<string> {
  const { enum: values, const: value, default: standard, format, pattern } = schema;
  if (schema.deprecated === true) yield 'deprecated';
  if (value !== undefined) yield `always ${JSON.stringify(value)}`;
  if (values !== undefined)
    yield `one of ${listOf(values)
      .map((one) => JSON.stringify(one))
      .join(', ')}`;
  const known = listOf(schema[knownValues]);
  if (known.length > 0) yield `known values ${known.map((one) => JSON.stringify(one)).join(', ')}`;
  if (standard !== undefined) yield `default ${JSON.stringify(standard)}`;
  if (typeof format === 'string') yield format;
  if (typeof pattern === 'string') yield `fits ${pattern}`;
  yield* range(schema.minimum, schema.maximum, '');
  yield* range(schema.minLength, schema.maxLength, ' characters');
  yield* range(schema.minItems, schema.maxItems, ' elements');
  const items = schema.type === 'array' ? objectOf(schema.items) : {};
  if (items.enum !== undefined)
    yield `each one of ${listOf(items.enum)
      .map((one) => JSON.stringify(one))
      .join(', ')}`;
}

function* range(least: unknown, max: unknown, unit: string): Generator<string> {
  if (least !== undefined && max !== undefined) yield `${least} to ${max}${unit}`;
  else if (least !== undefined) yield `at least ${least}${unit}`;
  else if (max !== undefined) yield `at most ${max}${unit}`;
}

function objectOf(value: unknown): Readonly<Record<string, JsonSchema>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, JsonSchema>>) : {};
}

function listOf<Value>(value: unknown): readonly Value[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]) as readonly Value[];
}
