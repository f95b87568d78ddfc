import type { JsonSchema } from '@connectory/connector-sdk/engine';
import { code, escapeHtml } from './html.ts';
import { type SchemaRow, schemaRows } from './schema-rows.ts';

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
export const mostUnfolded = 12;
const firstOfMore = 8;

/**
 * The fields of an object schema as an HTML list, required ones first for parameters. Nested fields are collapsed below their parent, and
 * so is the rest of a long list. Empty without fields.
 */
export function fieldList(schema: JsonSchema, options: FieldListOptions): string {
  const fields = topFields(schemaRows(schema)).toSorted((one, other) => rank(one, options) - rank(other, options));
  if (fields.length === 0) return '';
  if (fields.length <= mostUnfolded) return listed(fields, options);
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
