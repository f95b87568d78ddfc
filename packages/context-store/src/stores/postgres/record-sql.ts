import type { EntityLayout } from '../entity-layout.ts';
import { type EntityTable, type FieldColumns, wholeText } from './entity-table.ts';
import type { Parameters } from './statement.ts';

interface RecordMember {
  readonly name: string;
  /** Undefined for a field that the table does not store. */
  readonly columns: FieldColumns | undefined;
}

/** SQL of a record as JSON text: an object with the named fields in layout order, null for missing values. */
export function recordSql(
  layout: EntityLayout,
  table: EntityTable,
  isAsked: (name: string) => boolean,
  parameters: Parameters,
): string {
  const members = layout.fields
    .filter(({ name }) => isAsked(name))
    .map(({ name }) => ({ name, columns: table.columns.get(name) }));
  return members.every(({ name }) => isColumnName(name)) ? rowSql(members) : joinedSql(members, parameters);
}

const longestColumnName = 63;

function isColumnName(name: string): boolean {
  return name !== '' && Buffer.byteLength(name) <= longestColumnName;
}

/** A row with the names of the fields. It takes the server half the time of `joinedSql` to plan. */
function rowSql(members: readonly RecordMember[]): string {
  const columns = members.map(({ name, columns }) => {
    const value = columns === undefined ? 'null' : valueSql(columns);
    return `${value} as "${name.replaceAll('"', '""')}"`;
  });
  return `(select row_to_json(fields.*)::text from (select ${columns.join(', ')}) as fields)`;
}

function joinedSql(members: readonly RecordMember[], parameters: Parameters): string {
  const parts: string[] = [];
  let text = '{';
  for (const { name, columns } of members) {
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    if (columns === undefined) text += 'null';
    else {
      parts.push(parameters.bind(text, 'text'), `coalesce(to_json(${valueSql(columns)})::text, 'null')`);
      text = '';
    }
  }
  return [...parts, parameters.bind(`${text}}`, 'text')].join(' || ');
}

function valueSql(columns: FieldColumns): string {
  switch (columns.kind) {
    case 'text':
      return wholeText(columns);
    case 'decimal':
      return `${columns.rest}`;
    default:
      return columns.value;
  }
}
