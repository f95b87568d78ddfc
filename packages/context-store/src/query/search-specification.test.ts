import { readFileSync } from 'node:fs';
import type { RawValue } from '@connectory/connector-sdk';
import { GatewayError } from '@connectory/errors';
import { describe, expect, it } from 'vitest';
import { orders } from '../../test/query/orders.ts';
import type { LayoutField } from '../stores/entity-layout.ts';
import { aggregateInMemory } from './aggregate-in-memory.ts';
import { aggregateOperators } from './condition.ts';
import { normalizeRecord } from './normalize-record.ts';
import { fieldOperators, operatorsOf } from './parse-filter.ts';
import { parseSearch } from './parse-search.ts';
import { searchInMemory } from './search-in-memory.ts';
import { searchSchema } from './search-schema.ts';

const specFolder = new URL('../../../../spec/', import.meta.url);
const page = readFileSync(new URL('search.md', specFolder), 'utf8');
const blocks = Array.from(page.matchAll(/```json\n(.*?)```/gs), ([, json = '']): RawValue => JSON.parse(json));
const [request, records, fieldsRequest, fieldsResult, aggregateRequest, aggregateRows, timeGroups] = blocks;

const rows = Array.from(page.matchAll(/^ *\|(.+)\|$/gm), ([, cells = '']) =>
  cells.split('|').map((cell) => cell.trim()),
);
const code = (cell = '') => cell.replace(/^`|`$/g, '');
const examples = rows
  .filter((cells) => cells.length === 4 && code(cells[2]).startsWith('{'))
  .map(([, , filter, found]) => [code(filter), found]);
const aggregates = rows
  .filter((cells) => cells.length === 5 && code(cells[3]).startsWith('{'))
  .map(([, , , values, result]) => [code(values), code(result)]);
const refusals = rows.filter(([params]) => params?.startsWith('`{')).map((cells) => cells.map(code));

const types = ['string', 'integer', 'number', 'decimal', 'boolean', 'object', 'array', 'any'] as const;

const stored = records.map((record: RawValue) => normalizeRecord(orders, record, record.id));

function find(params: unknown): RawValue[] {
  return searchInMemory(orders, stored, parseSearch(params, orders)).records.map((record) => JSON.parse(record));
}

function aggregate(params: unknown): RawValue[] {
  const { rows: found } = aggregateInMemory(stored, parseSearch(params, orders));
  return found.map((row) => JSON.parse(row));
}

describe('spec/search.md', () => {
  it('has an example of every operator', () => {
    const operators = new Set(examples.flatMap(([filter = '']) => Object.keys(JSON.parse(filter))));
    expect([...operators].sort()).toEqual([...fieldOperators, 'and', 'or', 'not'].sort());
  });

  it.each(examples)('%s finds %s', (filter = '', found = '') => {
    const ids = found === '' ? [] : found.split(', ');
    expect(find({ query: { filter: JSON.parse(filter) } }).map(({ id }) => id)).toEqual(ids);
  });

  it('returns the request at its top', () => {
    expect(find(request.params)).toEqual([{ id: 'o1', total: 120.5, customer: { city: 'Köln' } }]);
  });

  it('returns the named fields', () => {
    const [found] = find({ query: { filter: { eq: { id: 'o3' } } }, ...fieldsRequest });
    expect(found).toEqual(fieldsResult);
  });

  it('has an example of every aggregate operator', () => {
    const operators = aggregates.flatMap(([values = '']) => Object.keys(JSON.parse(values).n));
    expect([...new Set(operators)]).toEqual(aggregateOperators);
  });

  it.each(aggregates)('%s computes %s', (values = '', result = '') => {
    expect(aggregate({ query: { aggregate: { values: JSON.parse(values) } } })).toEqual([{ n: JSON.parse(result) }]);
  });

  it('returns the rows of its aggregation', () => expect(aggregate(aggregateRequest)).toEqual(aggregateRows));

  it('groups by the month of a time', () => {
    const created: LayoutField = { name: 'created_at', type: 'string:iso-8601', absent: false, members: {} };
    const layout = { ...orders, fields: [...orders.fields, created] };
    const record = normalizeRecord(layout, { id: 'o5', created_at: '2026-02-28T23:30:00Z' }, 'o5');
    const query = parseSearch({ query: { aggregate: timeGroups } }, layout);
    expect(aggregateInMemory([record], query).rows.map((row) => JSON.parse(row))).toEqual([
      { created_at: '2026-03-01', status: null, orders: 1 },
    ]);
  });

  it('has seventeen refusals', () => expect(refusals).toHaveLength(17));

  it.each(refusals)('refuses %s', (params = '', errorCode = '', pointer = '', message = '') => {
    const error = refusal(JSON.parse(params));
    expect({ code: error.code, field: error.errors[0]?.field, message: error.message }).toEqual({
      code: errorCode,
      field: pointer,
      message,
    });
  });

  it.each(types)('lists the operators of the type %s', (type) => {
    const row = rows.findLast(
      ([types = '', operators]) => types.split(', ').includes(`\`${type}\``) && operators !== undefined,
    );
    const listed =
      row?.[1] === 'all'
        ? fieldOperators
        : Array.from(row?.[1]?.matchAll(/`([a-z ]+)`/g) ?? [], ([, names = '']) => names.split(' ')).flat();
    expect([...listed].sort()).toEqual([...operatorsOf(type)].sort());
  });
});

it('writes its JSON Schema to spec/', async () => {
  const text = `${JSON.stringify(searchSchema, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(new URL('search.schema.json', specFolder).pathname);
});

function refusal(params: unknown): GatewayError {
  try {
    parseSearch(params, orders);
  } catch (error) {
    if (GatewayError.is(error)) return error;
    throw error;
  }
  throw new Error('it was accepted');
}
