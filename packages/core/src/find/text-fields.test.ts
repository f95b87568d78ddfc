import type { LayoutField } from '@connectory/context-store';
import { expect, it } from 'vitest';
import { textFields, timeField } from './text-fields.ts';

const field = (
  name: string,
  type: LayoutField['type'] = 'string',
  members: LayoutField['members'] = {},
): LayoutField => ({
  name,
  type,
  members,
  absent: false,
});
const layout = (...fields: readonly LayoutField[]) => ({ connector: 'desk', entity: 'tickets', fields });

it('words are looked for in texts of people, not in ids, states and addresses', () => {
  const ids = ['id', 'customerId', 'avatar_url', 'status', 'issueType', 'customer.resource_name_id'].map((name) =>
    field(name),
  );
  const others = [field('total', 'decimal'), field('open', 'boolean'), field('at', 'string:iso-8601')];
  const texts = [
    field('subject'),
    field('billing', 'object', { city: 'string', 'country.id': 'string', zip: 'integer' }),
  ];
  expect(textFields(layout(...ids, ...others, ...texts))).toEqual(['subject', 'billing.city']);
});

it('the fields of the title come first, whatever their names are', () => {
  expect(textFields(layout(field('note'), field('siteUrl')), ['siteUrl'])).toEqual(['siteUrl', 'note']);
});

it('a field that the vendor no longer has is not looked at', () => {
  expect(textFields(layout({ ...field('note'), absent: true }))).toEqual([]);
});

it('the time of the last change is preferred to that of the creation', () => {
  const [created, updated] = [field('created_at', 'string:iso-8601'), field('updated_at', 'string:iso-8601')];
  expect(timeField(layout(created, updated))?.name).toBe('updated_at');
  expect(timeField(layout(field('due', 'string:iso-8601'), created))?.name).toBe('created_at');
  expect(timeField(layout(field('note')))).toBe(undefined);
});
