import type { EntityLayout } from '../../store/entity-layout.ts';
import { type EntityTable, type FieldColumns, wholeText } from './entity-table.ts';
import type { Parameters } from './statement.ts';

/** SQL of a record as JSON text: an object with the named fields in layout order, null for missing values. */
export function recordSql(
  layout: EntityLayout,
  table: EntityTable,
  isAsked: (name: string) => boolean,
  parameters: Parameters,
): string {
  const parts: string[] = [];
  let text = '{';
  for (const { name } of layout.fields.filter((field) => isAsked(field.name))) {
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    const columns = table.columns.get(name);
    if (columns === undefined) text += 'null';
    else {
      parts.push(parameters.bind(text, 'text'), `coalesce(${jsonText(columns)}, 'null')`);
      text = '';
    }
  }
  return [...parts, parameters.bind(`${text}}`, 'text')].join(' || ');
}

function jsonText(columns: FieldColumns): string {
  switch (columns.kind) {
    case 'text':
      return `to_json(${wholeText(columns)})::text`;
    case 'decimal':
      return `to_json(${columns.rest})::text`;
    case 'json':
      return `${columns.value}::text`;
    default:
      return `to_json(${columns.value})::text`;
  }
}
