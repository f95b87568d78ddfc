import type { FieldType } from '../../src/query/field-type.ts';
import type { EntityLayout, LayoutField } from '../../src/stores/entity-layout.ts';

function field(name: string, type: FieldType, members: LayoutField['members'] = {}): LayoutField {
  return { name, type, absent: false, members };
}

/** The entity of the examples in spec/search.md. */
export const orders: EntityLayout = {
  connector: 'shop',
  entity: 'orders',
  fields: [
    field('id', 'string'),
    field('status', 'string'),
    field('total', 'number'),
    field('items', 'integer'),
    field('paid', 'boolean'),
    field('title', 'string'),
    field('customer', 'object', { name: 'string', city: 'string' }),
    field('tags', 'array'),
    field('lines', 'array'),
  ],
};
