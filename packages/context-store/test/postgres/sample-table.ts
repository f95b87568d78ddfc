import type { EntityLayout } from '../../src/stores/entity-layout.ts';
import {
  type EntityTable,
  type FieldColumns,
  fieldColumns,
  type IndexKind,
  indexName,
} from '../../src/stores/postgres/entity-table.ts';

/** An entity with one field of every type. */
export const sampleLayout: EntityLayout = {
  connector: 'test-connector',
  entity: 'records',
  fields: [
    { name: 'name', type: 'string', absent: false, members: {} },
    { name: 'amount', type: 'number', absent: false, members: {} },
    { name: 'open', type: 'boolean', absent: false, members: {} },
    { name: 'customer', type: 'object', absent: false, members: { city: 'string', age: 'integer', vip: 'boolean' } },
    { name: 'tags', type: 'array', absent: false, members: {} },
    { name: 'extra', type: 'any', absent: false, members: {} },
  ],
};

/** The connection of the sample; its words begin with `EjRW`. */
export const sampleConnection = '00000000-0000-4000-8000-000000123456';

/** The table of the sample entity as if it had these indexes. */
export function sampleTable(...indexes: readonly (readonly [IndexKind, string])[]): EntityTable {
  const columns = new Map(sampleLayout.fields.map((field, index) => [field.name, fieldColumns(field, index + 1)]));
  const table = {
    entityId: 1,
    name: 'context_1_records',
    columns,
    signature: '1,2,3,4,5,6',
    indexes: new Set<string>(),
  };
  for (const [kind, name] of indexes) table.indexes.add(indexName(table, kind, columnsOf(table, name)));
  return table;
}

/** The columns of a field of the sample. */
function columnsOf({ columns }: Pick<EntityTable, 'columns'>, name: string): FieldColumns {
  const found = columns.get(name);
  if (found === undefined) throw new Error(`The sample has no field ${name}.`);
  return found;
}
