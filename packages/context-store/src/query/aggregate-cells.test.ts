import { expect, it } from 'vitest';
import { orders } from '../../test/query/orders.ts';
import type { LayoutField } from '../stores/entity-layout.ts';
import { requireFewGroups } from './aggregate-cells.ts';
import { aggregateInMemory } from './aggregate-in-memory.ts';
import type { FieldType } from './field-type.ts';
import { normalizeRecord } from './normalize-record.ts';
import { parseSearch } from './parse-search.ts';

function maxOf(type: FieldType, value: unknown): string | undefined {
  const field: LayoutField = { name: 'value', type, absent: false, members: {} };
  const layout = { ...orders, fields: [field] };
  const query = parseSearch({ query: { aggregate: { values: { max: { max: 'value' } } } } }, layout);
  return aggregateInMemory([normalizeRecord(layout, { value }, 'a')], query).rows[0];
}

it.each<[FieldType, unknown, string]>([
  ['string:iso-8601', '2024-11-03T01:10:00-05:00', '"2024-11-03T06:10:00Z"'],
  ['string:iso-8601', '2024-11-03T06:10:00.120', '"2024-11-03T06:10:00.12Z"'],
  ['string:date', '2024-11-30', '"2024-11-30"'],
  ['string:date', '2024-11-30T10:00:00Z', '"2024-11-30T10:00:00Z"'],
  ['integer:unix-seconds', 1_730_614_200, '"2024-11-03T06:10:00Z"'],
  ['string:unix-decimal', '1730614200.000200', '"2024-11-03T06:10:00.0002Z"'],
  ['decimal', '+0019.900', '"19.9"'],
  ['decimal', '-1.50e3', '"-1500"'],
  ['decimal', '-0.0', '"0"'],
  ['decimal', 'free', 'null'],
  ['integer', 9_007_199_254_740_993n, '9007199254740993'],
  ['number', 1e-7, '1e-7'],
  ['boolean', true, 'true'],
  ['string', 'a "b"', '"a \\"b\\""'],
])('of type %s, %s is written in one way', (type, value, written) => {
  expect(maxOf(type, value)).toBe(`{"max":${written}}`);
});

it('refuses more than 100,000 groups, and says what to do', () => {
  expect(() => requireFewGroups(100_000)).not.toThrow();
  expect(() => requireFewGroups(100_001)).toThrow(
    expect.objectContaining({ code: 'invalid_query', message: expect.stringContaining('Narrow the filter') }),
  );
});
