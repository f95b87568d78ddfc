import { GatewayError } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregateCases, searchCases } from '../../test/query/arbitraries.ts';
import { orders } from '../../test/query/orders.ts';
import { requests } from '../../test/query/requests.ts';
import { parseSearch } from './parse-search.ts';
import { searchSchema } from './search-schema.ts';

const validate = new Ajv2020({ allowUnionTypes: true }).compile(searchSchema);

function isAccepted(params: unknown): boolean {
  try {
    parseSearch(params, orders);
    return true;
  } catch (error) {
    if (GatewayError.is(error, 'invalid_query') || GatewayError.is(error, 'invalid_cursor')) return false;
    throw error;
  }
}

describe('the JSON Schema of a search', () => {
  it.each([
    ['search', searchCases],
    ['aggregation', aggregateCases],
  ])('takes every valid %s', (_, cases) => {
    fc.assert(
      fc.property(cases, ({ params }) => validate(JSON.parse(writeExactly(params)))),
      { numRuns: 500 },
    );
  });

  it('takes whatever the parser takes', () => {
    fc.assert(
      fc.property(requests, (params) => validate(params) || !isAccepted(params)),
      { numRuns: 2000 },
    );
  });

  it.each([
    [{}],
    [{ query: null }],
    [{ query: [] }],
    [{ query: {}, page: 1 }],
    [{ query: { where: {} } }],
    [{ query: { filter: [] } }],
    [{ query: { filter: { eq: {} } } }],
    [{ query: { filter: { eq: { id: {} } } } }],
    [{ query: { filter: { gt: { total: null } } } }],
    [{ query: { filter: { equals: { id: 'o1' } } } }],
    [{ query: { filter: { and: [] } } }],
    [{ query: { filter: { or: [{ eq: 'id' }] } } }],
    [{ query: { filter: { not: null } } }],
    [{ query: { filter: { in: { id: 'o1' } } } }],
    [{ query: { filter: { in: { id: Array(1001).fill('o1') } } } }],
    [{ query: { filter: { like: { title: 'x'.repeat(1001) } } } }],
    [{ query: { filter: { eq: { title: '😀'.repeat(1001) } } } }],
    [{ query: { filter: { any: { lines: [] } } } }],
    [{ query: { sort: { id: 'asc' } } }],
    [{ query: { sort: ['id'] } }],
    [{ query: { sort: [{ id: 'asc', total: 'asc' }] } }],
    [{ query: { sort: [{ id: 'ASC' }] } }],
    [{ query: {}, limit: -1 }],
    [{ query: { aggregate: {} } }],
    [{ query: { aggregate: { values: {} } } }],
    [{ query: { aggregate: { values: { n: { median: 'total' } } } } }],
    [{ query: { aggregate: { values: { n: { sum: 'total', avg: 'total' } } } } }],
    [{ query: { aggregate: { values: { '': { count: '*' } } } } }],
    [{ query: { aggregate: { group_by: 'id', values: { n: { count: '*' } } } } }],
    [{ query: { aggregate: { group_by: ['id', 'paid', 'title', 'status'], values: { n: { count: '*' } } } } }],
    [{ query: { aggregate: { group_by: [{ field: 'id' }], values: { n: { count: '*' } } } } }],
    [{ query: {}, limit: 10001 }],
    [{ query: {}, limit: 1.5 }],
    [{ query: {}, cursor: 7 }],
    [{ query: {}, fields: [] }],
    [{ query: {}, fields: ['x'.repeat(201)] }],
    [{ query: {}, fields: [[]] }],
    [{ query: {}, explain: 'yes' }],
  ])('refuses what the parser refuses: %j', (params) => {
    expect(validate(params)).toBe(false);
    expect(isAccepted(params)).toBe(false);
  });

  it('counts texts in code points, as the parser does', () => {
    const params = { query: { filter: { eq: { title: '😀'.repeat(1000) } } } };
    expect([validate(params), isAccepted(params)]).toEqual([true, true]);
  });
});
