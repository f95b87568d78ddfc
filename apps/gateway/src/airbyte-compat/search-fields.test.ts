import { expect, it } from 'vitest';
import { pythonNames } from './search-fields.ts';

it.each([
  ['createdAt', 'created_at'],
  ['costInUSDCents', 'cost_in_usd_cents'],
  ['isHTML', 'is_html'],
  ['properties.hs_object_id', 'properties_hs_object_id'],
  ['_links', 'links'],
  ['type', 'type_'],
])('writes %s as %s', (field, name) => {
  const { byField, byName } = pythonNames([field, 'id']);
  expect([...byField]).toEqual([[field, name]]);
  expect([...byName]).toEqual([[name, field]]);
});

it('has no further name for what Python writes the same, nor one that means something else', () => {
  expect(pythonNames(['id', 'created_at', 'type_', 'x1']).byField.size).toBe(0);
  expect(pythonNames(['createdAt', 'created_at']).byField.size).toBe(0);
  expect(pythonNames(['createdAt', 'created.at']).byName.size).toBe(0);
  expect(pythonNames(['type', 'type_']).byName.size).toBe(0);
});
