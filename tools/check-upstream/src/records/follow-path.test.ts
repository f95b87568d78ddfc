import { describe, expect, it } from 'vitest';
import { elementsOf, followPath } from './follow-path.ts';

const vendor = (schema: unknown) => ({ schema, resolve: () => ({ properties: { id: { type: 'string' } } }) });
const answer = vendor({
  oneOf: [
    { properties: { data: { type: 'array', items: { $ref: '#/item' } }, meta: { type: 'object' } } },
    { properties: { error: { type: 'string' } } },
  ],
});

describe('a path', () => {
  it('leads through unions, lists and references', () => {
    expect(followPath(answer, 'data.0.id')).toMatchObject({ found: { schema: { type: 'string' } } });
    expect(followPath(answer, '')).toEqual({ found: answer });
  });

  it('ends where the schema says nothing more', () => {
    expect(followPath(answer, 'meta.next')).toEqual({ open: true });
    expect(followPath(vendor({}), 'data')).toEqual({ open: true });
  });

  it('is missing where the schema says what there is', () => {
    expect(followPath(answer, 'dat.0')).toEqual({ missing: 'dat', nearest: 'data' });
    expect(followPath(answer, 'data.0.name.first')).toEqual({ missing: 'data.0.name' });
    expect(followPath(answer, 'error.0')).toEqual({ missing: 'error.0' });
  });
});

it('finds what stands in a list, and that there is none', () => {
  const items = { type: 'string' };
  expect(elementsOf(vendor({ type: 'array', items }))?.schema).toEqual(items);
  expect(elementsOf(vendor({ type: ['array', 'null'], items }))?.schema).toEqual(items);
  expect(elementsOf(vendor({ type: 'object' }))).toBeUndefined();
  expect(elementsOf(vendor({ properties: { items } }))).toBeUndefined();
});
