import type { ConnectorManifest } from '@connectory/connector-sdk/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SearchFields, searchFieldsOf } from './search-fields.ts';
import { translatePaths, translateSearch } from './translate-call.ts';

const search = [
  ['name', 'string'],
  ['createdAt', 'string'],
  ['total', 'number'],
  ['tags', 'array'],
  ['value', 'any'],
  ['owner', 'object'],
  ['runSchedule', 'object'],
  ['properties.email', 'string'],
].map(([name, type]) => ({ name, type }));
const member = { type: 'object', properties: { firstName: { type: 'string' }, age: { type: 'integer' } } };
const record = { type: 'object', properties: { owner: member } };
const manifest = {
  id: 'made-up',
  entities: [
    { name: 'people', search: { fields: search }, record },
    { name: 'x', search: null },
  ],
};
const known = searchFieldsOf(manifest as unknown as ConnectorManifest, 'people');
const fields = known as SearchFields;

const filtered = (filter: unknown) =>
  (translateSearch({ query: { filter } }, fields) as { query: { filter: unknown } }).query.filter;

it('knows the fields of entities that can be searched', () => {
  expect(searchFieldsOf(manifest as unknown as ConnectorManifest, 'people')).toBe(known);
  for (const entity of ['x', 'y', 5, undefined]) {
    expect(searchFieldsOf(manifest as unknown as ConnectorManifest, entity)).toBeUndefined();
  }
});

describe('a filter', () => {
  it.each([
    [{ startswith: { name: 'Ada' } }, { like: { name: 'Ada%' } }],
    [{ endswith: { name: '100%_\\' } }, { like: { name: '%100\\%\\_\\\\' } }],
    [{ contains: { name: 'da' } }, { like: { name: '%da%' } }],
    [{ contains: { 'owner.firstName': 'da' } }, { like: { 'owner.firstName': '%da%' } }],
    [{ contains: { properties_email: '@' } }, { like: { 'properties.email': '%@%' } }],
    [{ contains: { tags: 'vip' } }, { contains: { tags: 'vip' } }],
    [{ contains: { total: 5 } }, { contains: { total: 5 } }],
    [{ contains: { name: 5 } }, { like: { name: 5 } }],
    [{ array_contains: { tags: 'vip' } }, { contains: { tags: 'vip' } }],
    [{ contains: { value: 'a' } }, { and: [{ or: [{ like: { value: '%a%' } }, { contains: { value: 'a' } }] }] }],
    [{ contains: { value: 5 } }, { contains: { value: 5 } }],
    [{ any: { tags: { startswith: { created_at: 'a' } } } }, { any: { tags: { like: { created_at: 'a%' } } } }],
    [{ gte: { created_at: '2026' } }, { gte: { createdAt: '2026' } }],
    [{ eq: { 'run_schedule.start_at': 1 } }, { eq: { 'runSchedule.start_at': 1 } }],
    [
      { not: { or: [{ startswith: { name: 'a' } }, { and: [{ endswith: { name: 'b' } }] }] } },
      { not: { or: [{ like: { name: 'a%' } }, { and: [{ like: { name: '%b' } }] }] } },
    ],
  ])('%j becomes %j', (filter, expected) => {
    expect(filtered(filter)).toEqual(expected);
  });

  it('keeps every condition when two of them become the same operator of a field', () => {
    expect(filtered({ startswith: { name: 'a' }, endswith: { name: 'b', created_at: 'c' } })).toEqual({
      like: { name: 'a%', createdAt: '%c' },
      and: [{ like: { name: '%b' } }],
    });
    expect(
      filtered({ and: [{}], contains: { name: 'a' }, like: { name: 'b' }, eq: { createdAt: 'x', created_at: 'y' } }),
    ).toEqual({
      and: [{}, { like: { name: 'b' } }, { eq: { createdAt: 'y' } }],
      like: { name: '%a%' },
      eq: { createdAt: 'x' },
    });
  });

  it('stays wrong where it is wrong', () => {
    for (const filter of [
      null,
      'x',
      [],
      { and: null },
      { and: {} },
      { startswith: 'a' },
      { contains: {} },
      { equals: { name: 1 } },
      { eq: { nme: 1 } },
      { eq: { '': 1 } },
      { not: 'x' },
    ]) {
      expect(filtered(filter)).toEqual(filter);
    }
    const both = { startswith: { name: 'a' }, endswith: { name: 'b' } };
    for (const and of [null, { eq: { name: 'x' } }, 'x']) expect(filtered({ ...both, and })).toMatchObject({ and });
    expect(filtered({ startswith: { name: 'a' }, like: 'x' })).toMatchObject({ like: 'x' });
    const odd = JSON.parse('{"eq":{"__proto__":1},"__proto__":{"name":"x"}}');
    expect(JSON.stringify(filtered(odd))).toBe(JSON.stringify(odd));
  });

  it('is translated as far as our own parser would read it', () => {
    const nested = (depth: number): object =>
      depth === 0 ? { startswith: { name: 'a' } } : { not: nested(depth - 1) };
    expect(JSON.stringify(filtered(nested(19)))).toContain('a%');
    expect(filtered(nested(1000))).toEqual(nested(1000));
    const path = Array.from({ length: 400_000 }, () => '.').join('');
    expect(filtered({ eq: { [path]: 1 } })).toEqual({ eq: { [path]: 1 } });
  });

  it('of our own language means what it means for everybody', () => {
    const name = fc.constantFrom('name', 'createdAt', 'total', 'tags', 'owner.age', 'nothing');
    const compare = fc.tuple(fc.constantFrom('eq', 'neq', 'gt', 'like', 'in', 'fuzzy', 'odd'), name, fc.jsonValue());
    const { filter } = fc.letrec((tie) => ({
      filter: fc.oneof(
        { maxDepth: 5 },
        compare.map(([operator, field, operand]) => ({ [operator]: { [field]: operand } })),
        fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
        fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }), not: tie('filter') }),
      ),
    }));
    fc.assert(
      fc.property(filter, (sent) => {
        expect(filtered(sent)).toEqual(sent);
      }),
    );
  });
});

it('names fields to sort by and to return as we do', () => {
  const params = {
    query: { sort: [{ created_at: 'desc' }, { id: 'asc' }, 'x'] },
    limit: 5,
    fields: [['created_at'], ['run_schedule', 'end_at'], ['properties_email'], 'owner.age', [], 5],
  };
  expect(translateSearch(params, fields)).toEqual({
    query: { sort: [{ createdAt: 'desc' }, { id: 'asc' }, 'x'] },
    limit: 5,
    fields: [['createdAt'], ['runSchedule', 'end_at'], ['properties.email'], 'owner.age', [], 5],
  });
  expect(translateSearch({ query: 'x', fields: 'y' }, fields)).toEqual({ query: 'x', fields: 'y' });
  expect(translatePaths(['created_at', 'owner.age', 5], fields)).toEqual(['createdAt', 'owner.age', 5]);
  expect(translatePaths('x', fields)).toBe('x');
});
