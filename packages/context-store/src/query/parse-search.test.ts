import { type FieldError, GatewayError } from '@connectory/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchCases } from '../../test/query/arbitraries.ts';
import { orders } from '../../test/query/orders.ts';
import { requests } from '../../test/query/requests.ts';
import type { EntityLayout } from '../stores/entity-layout.ts';
import type { FieldType } from './field-type.ts';
import { asksForPlan, maxStalenessIn, parseSearch } from './parse-search.ts';

function issuesOf(params: unknown, layout: EntityLayout = orders): readonly FieldError[] {
  try {
    parseSearch(params, layout);
    return [];
  } catch (error) {
    if (!GatewayError.is(error, 'invalid_query')) throw error;
    return error.errors;
  }
}

const filterOf = (filter: unknown) => parseSearch({ query: { filter } }, orders).filter;
const filterErrors = (filter: unknown) =>
  issuesOf({ query: { filter } }).map(({ field, error_code }) => [field, error_code]);
const id = { root: 'id', below: [], type: 'string' };

describe('a parsed search', () => {
  it('has the defaults', () => {
    const { connector, entity, ...query } = parseSearch({ query: {} }, orders);
    expect({ connector, entity }).toEqual({ connector: orders.connector, entity: orders.entity });
    expect(query).toEqual({ filter: null, sort: [], limit: 1000, after: null, fields: null, aggregate: null });
  });

  it('takes null for what is not given', () => {
    const params = { query: { filter: null, sort: null }, limit: null, cursor: null, fields: null, explain: null };
    expect(parseSearch(params, orders)).toEqual(parseSearch({ query: {} }, orders));
  });

  it('is frozen to its leaves', () => {
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    fc.assert(fc.property(searchCases, ({ query }) => isFrozen(query)));
  });

  it('has the age that the copy may have', () => {
    expect([{ max_staleness: 60 }, { max_staleness: null }, {}, null].map(maxStalenessIn)).toEqual([
      60,
      null,
      null,
      null,
    ]);
  });

  it('tells whether the plan is wanted', () => {
    expect([{ explain: true }, { explain: false }, {}, null].map(asksForPlan)).toEqual([true, false, false, false]);
  });
});

describe('a filter', () => {
  it('joins the operators of an object and the fields of an operator', () => {
    expect(filterOf({ eq: { id: 'o1', paid: true }, gt: { total: 5 } })).toEqual({
      kind: 'and',
      conditions: [
        { kind: 'compare', operator: 'eq', field: id, value: 'o1' },
        { kind: 'compare', operator: 'eq', field: { root: 'paid', below: [], type: 'boolean' }, value: true },
        { kind: 'compare', operator: 'gt', field: { root: 'total', below: [], type: 'number' }, value: 5 },
      ],
    });
  });

  it('is null when it is empty, at the top only', () => {
    expect(filterOf({})).toBeNull();
    expect(filterOf({ not: {} })).toEqual({ kind: 'not', condition: { kind: 'and', conditions: [] } });
  });

  it('makes operands storable', () => {
    expect(filterOf({ eq: { id: 'a\0\uD800' } })).toMatchObject({ value: 'a\uFFFD\uFFFD' });
    expect(filterOf({ in: { total: [-0] } })).toMatchObject({ values: [0] });
    expect(filterOf({ keyword: { title: 'Pay, pay ΟΔΟΣ' } })).toMatchObject({ words: ['pay', 'οδοσ'] });
  });

  it('finds members by dotted paths, and the longest search field first', () => {
    expect(filterOf({ eq: { 'customer.city': 'Köln' } })).toMatchObject({
      field: { root: 'customer', below: ['city'], type: 'string' },
    });
    expect(filterOf({ gt: { 'customer.card.limit': 1 } })).toMatchObject({
      field: { root: 'customer', below: ['card', 'limit'], type: 'any' },
    });
    const dotted = { name: 'customer.card', type: 'any', absent: false, members: {} } as const;
    const layout = { ...orders, fields: [...orders.fields, dotted] };
    const filter = { eq: { 'customer.card.limit': 1 } };
    expect(parseSearch({ query: { filter } }, layout).filter).toMatchObject({
      field: { root: 'customer.card', below: ['limit'], type: 'any' },
    });
  });

  it('starts anew inside any', () => {
    expect(filterOf({ any: { lines: { eq: { 'tax.rate': 7 } } } })).toEqual({
      kind: 'any',
      field: { root: 'lines', below: [], type: 'array' },
      condition: {
        kind: 'compare',
        operator: 'eq',
        field: { root: '', below: ['tax', 'rate'], type: 'any' },
        value: 7,
      },
    });
  });

  it.each([
    [{ eq: { id: 1 } }, '/eq/id', 'invalid_type'],
    [{ eq: { id: true } }, '/eq/id', 'invalid_type'],
    [{ eq: { total: '1' } }, '/eq/total', 'invalid_type'],
    [{ eq: { total: Number.POSITIVE_INFINITY } }, '/eq/total', 'out_of_range'],
    [{ neq: { paid: 'true' } }, '/neq/paid', 'invalid_type'],
    [{ gt: { paid: true } }, '/gt/paid', 'operator_not_allowed'],
    [{ gt: { 'customer.age': true } }, '/gt/customer.age', 'invalid_type'],
    [{ lte: { id: null } }, '/lte/id', 'invalid_type'],
    [{ eq: { customer: {} } }, '/eq/customer', 'invalid_type'],
    [{ eq: { tags: 'vip' } }, '/eq/tags', 'invalid_type'],
    [{ in: { tags: [null] } }, '/in/tags', 'operator_not_allowed'],
    [{ in: { id: ['o1', 2] } }, '/in/id/1', 'invalid_type'],
    [{ in: { id: 'o1' } }, '/in/id', 'invalid_type'],
    [{ in: { id: Array(1001).fill('o1') } }, '/in/id', 'too_long'],
    [{ like: { total: '1' } }, '/like/total', 'operator_not_allowed'],
    [{ like: { title: 1 } }, '/like/title', 'invalid_type'],
    [{ like: { title: 'x'.repeat(1001) } }, '/like/title', 'too_long'],
    [{ keyword: { title: '' } }, '/keyword/title', 'no_word'],
    [{ like: { title: '%a'.repeat(33) } }, '/like/title', 'too_long'],
    [{ like: { title: '_'.repeat(33) } }, '/like/title', 'too_long'],
    [{ fuzzy: { title: Array.from({ length: 33 }, (_, index) => `w${index}`).join(' ') } }, '/fuzzy/title', 'too_long'],
    [{ fuzzy: { title: null } }, '/fuzzy/title', 'invalid_type'],
    [{ contains: { id: 'o' } }, '/contains/id', 'operator_not_allowed'],
    [{ contains: { tags: [] } }, '/contains/tags', 'invalid_type'],
    [{ any: { tags: 'vip' } }, '/any/tags', 'invalid_type'],
    [{ any: { lines: { eq: { sku: [] } } } }, '/any/lines/eq/sku', 'invalid_type'],
    [{ any: { lines: { eq: { '': 1 } } } }, '/any/lines/eq/', 'invalid_field'],
    [{ eq: { 'id.x': 1 } }, '/eq/id.x', 'invalid_field'],
    [{ eq: { 'customer..city': 'x' } }, '/eq/customer..city', 'invalid_field'],
    [{ eq: { 'lines.0.sku': 'A1' } }, '/eq/lines.0.sku', 'invalid_field'],
    [{ eq: { constructor: 'x' } }, '/eq/constructor', 'unknown_name'],
    [JSON.parse('{"__proto__": {"id": 1}}'), '/__proto__', 'unknown_name'],
    [JSON.parse('{"eq": {"__proto__": 1}}'), '/eq/__proto__', 'unknown_name'],
    [{ eq: { 'a/b~c': 1 } }, '/eq/a~1b~0c', 'unknown_name'],
    [{ eq: 'id' }, '/eq', 'invalid_type'],
    [{ eq: {} }, '/eq', 'required'],
    [{ and: {} }, '/and', 'invalid_type'],
    [{ or: [] }, '/or', 'invalid_type'],
    [{ not: [] }, '/not', 'invalid_type'],
    [{ and: [{ eq: { id: 'o1' } }, null] }, '/and/1', 'invalid_type'],
    [[], '', 'invalid_type'],
  ])('%j is refused at %s: %s', (filter, place, code) => {
    expect(filterErrors(filter)).toEqual([[`/params/query/filter${place}`, code]]);
  });

  it('says what a time is compared with', () => {
    const field = (type: FieldType) => ({ name: 'at', type, absent: false, members: {} });
    const problemOf = (type: FieldType, operand: unknown) =>
      issuesOf({ query: { filter: { gt: { at: operand } } } }, { ...orders, fields: [field(type)] })[0]?.message;
    const iso = 'must be an ISO 8601 time or day such as "2026-03-01T12:00:00Z"';
    expect(problemOf('string:iso-8601', 'yesterday')).toBe(iso);
    expect(problemOf('string:iso-8601', 1_772_366_400)).toBe(iso);
    expect(problemOf('string:date', true)).toBe(iso);
    expect(problemOf('integer:unix-seconds', 'soon')).toBe(`${iso}, or Unix seconds such as 1772366400`);
    expect(problemOf('integer:unix-seconds', '2026-03-01T13:00:00+01:00')).toBeUndefined();
    expect(problemOf('integer:unix-seconds', 1_772_366_400)).toBeUndefined();
  });

  it('bounds the words of fuzzy only, and too long texts once', () => {
    const many = Array.from({ length: 100 }, (_, index) => `w${index}`).join(' ');
    expect(filterErrors({ keyword: { title: many } })).toEqual([]);
    expect(filterErrors({ fuzzy: { title: 'pay '.repeat(250) } })).toEqual([]);
    expect(filterErrors({ fuzzy: { title: '?'.repeat(1001) } }).map(([, code]) => code)).toEqual(['too_long']);
  });

  it('reports at most fifty issues', () => {
    expect(filterErrors({ eq: { id: 1, total: 'x' }, nope: {} })).toHaveLength(3);
    expect(filterErrors({ in: { id: Array(1000).fill(7) } })).toHaveLength(20);
  });

  it.each([
    ['and', (condition: unknown) => ({ and: [condition] })],
    ['not', (condition: unknown) => ({ not: condition })],
    ['any', (condition: unknown) => ({ any: { lines: condition } })],
  ])('nests 20 conditions deep, here by %s', (_name, wrap) => {
    const nested = (depth: number): unknown => (depth === 1 ? { neq: { id: 'x' } } : wrap(nested(depth - 1)));
    expect(filterErrors(nested(20))).toEqual([]);
    expect(filterErrors(nested(21)).map(([, code]) => code)).toEqual(['too_deep']);
    expect(filterErrors(nested(5000)).map(([, code]) => code)).toEqual(['too_deep']);
  });

  it('has 500 conditions', () => {
    const list = (length: number) => ({ or: Array.from({ length }, (_, index) => ({ eq: { id: `o${index}` } })) });
    expect(filterErrors(list(499))).toEqual([]);
    expect(filterErrors(list(500))).toEqual([['/params/query/filter', 'too_long']]);
    expect(filterErrors({ and: Array(600_000).fill({}) })).toEqual([['/params/query/filter', 'too_long']]);
  });

  it('searches for a bounded number of texts, counted over all conditions', () => {
    const list = (count: number, condition: object) => ({ or: Array(count).fill(condition) });
    const tooMany = [['/params/query/filter', 'too_long']];
    expect(filterErrors(list(100, { like: { title: `${'%a'.repeat(16)}${'_b'.repeat(16)}` } }))).toEqual([]);
    expect(filterErrors(list(101, { like: { title: 'a' } }))).toEqual(tooMany);
    expect(filterErrors(list(101, { keyword: { title: 'a b c' } }))).toEqual(tooMany);
    expect(filterErrors(list(50, { fuzzy: { title: 'a b' } }))).toEqual([]);
    expect(filterErrors({ not: list(34, { fuzzy: { title: 'a b c' } }) })).toEqual(tooMany);
  });
});

describe('names', () => {
  it.each([
    [{ query: { filter: { eq: { staus: 'x' } } } }, 'status'],
    [{ query: { filter: { eq: { 'custmer.city': 'x' } } } }, 'customer.city'],
    [{ query: { filter: { contain: { tags: 'x' } } } }, 'contains'],
    [{ query: { sort: [{ totl: 'asc' }] } }, 'total'],
    [{ query: { sort: [{ total: 'ascending' }] } }, undefined],
    [{ query: { sort: [{ total: 'dec' }] } }, 'desc'],
    [{ query: {}, fields: ['titl'] }, 'title'],
    [{ query: {}, fields: [['costumer', 'city']] }, 'customer.city'],
    [{ query: {}, limits: 1 }, 'limit'],
    [{ query: { filters: {} } }, 'filter'],
    [{ query: { filter: { eq: { somethingElse: 'x' } } } }, undefined],
  ])('%j is nearest to %s', (params, near) => {
    expect(issuesOf(params).map(({ did_you_mean }) => did_you_mean)).toEqual([near]);
  });

  it('stay short in pointers', () => {
    const [issue] = issuesOf({ query: { filter: { eq: { ['😀'.repeat(60_000)]: 1 } } } });
    expect(issue).toMatchObject({ field: `/params/query/filter/eq/${'😀'.repeat(100)}`, error_code: 'invalid_field' });
  });
});

describe('sort and fields', () => {
  it.each([
    [[{ tags: 'asc' }], '/0/tags', 'not_sortable'],
    [[{ customer: 'asc' }], '/0/customer', 'not_sortable'],
    [[{ 'customer.age': 'asc' }], '/0/customer.age', 'not_sortable'],
    [[{ id: 'asc' }, { id: 'desc' }], '/1', 'repeated'],
    [[{}], '/0', 'invalid_type'],
    [[{ id: 1 }], '/0/id', 'invalid_type'],
    [Array(11).fill({ id: 'asc' }), '', 'too_long'],
    ['id', '', 'invalid_type'],
  ])('the sort %j is refused at %s: %s', (sort, place, code) => {
    const issues = issuesOf({ query: { sort } }).map(({ field, error_code }) => [field, error_code]);
    expect(issues).toEqual([[`/params/query/sort${place}`, code]]);
  });

  it('take declared members', () => {
    const { sort } = parseSearch({ query: { sort: [{ 'customer.city': 'desc' }] } }, orders);
    expect(sort).toEqual([{ field: { root: 'customer', below: ['city'], type: 'string' }, direction: 'desc' }]);
  });

  it.each([
    [['id', 7], '/1', 'invalid_type'],
    [[['id', 7]], '/0', 'invalid_type'],
    [[[]], '/0', 'invalid_field'],
    [['lines.sku'], '/0', 'invalid_field'],
    [[], '', 'invalid_type'],
    [Array(201).fill('id'), '', 'too_long'],
  ])('the fields %j are refused at %s: %s', (fields, place, code) => {
    const issues = issuesOf({ query: {}, fields }).map(({ field, error_code }) => [field, error_code]);
    expect(issues).toEqual([[`/params/fields${place}`, code]]);
  });

  it('take keys with dots one by one', () => {
    const { fields } = parseSearch({ query: {}, fields: ['customer.a.b', ['customer', 'a.b']] }, orders);
    expect(fields).toEqual([
      ['customer', 'a', 'b'],
      ['customer', 'a.b'],
    ]);
  });
});

it('returns any JSON with a query or a GatewayError', () => {
  const search = (params: unknown) => {
    try {
      return parseSearch(params, orders).limit > 0;
    } catch (error) {
      return GatewayError.is(error, 'invalid_query') || GatewayError.is(error, 'invalid_cursor');
    }
  };
  fc.assert(fc.property(requests, search), { numRuns: 2000 });
});
