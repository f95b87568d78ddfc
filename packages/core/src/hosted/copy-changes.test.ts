import type { Change } from '@connectory/context-store';
import { expect, it } from 'vitest';
import type { EntityView } from '../data-view/entity-view.ts';
import { visibleChange } from './copy-changes.ts';

const erased: Change = {
  sequence: 1,
  entity: 'customers',
  kind: 'removed',
  key: '["cus_1"]',
  fields: [],
  at: 0,
  cause: 'erasure',
  before: null,
  after: null,
};

it.each([
  ['shown without a policy', undefined, erased],
  ['shown where a policy hides only fields', { condition: null }, erased],
  ['hidden where a policy shows only some records', { condition: {} }, null],
])('the removal of an erased record is %s', (_name, view, expected) => {
  expect(visibleChange(erased, view as EntityView | undefined)).toBe(expected);
});
