import { expect, it } from 'vitest';
import { aggregateText } from './aggregate-text.ts';

const aggregate = { group_by: ['status'], values: { orders: { count: '*' }, revenue: { sum: 'total' } } };
const request = { action: 'context_store_search', params: { query: { aggregate } } };

const response = `{"data":[{"status":"open","orders":2,"revenue":9007199254740993},{"status":null,"orders":1,"revenue":null}],
  "meta":{"total":3,"has_more":true,"cursor":null,"synced_at":"2026-03-01T12:00:00.000Z","warnings":["No record has x."]}}`;

it('shows the rows of an aggregation as a table, with exact numbers and what to know about them', () => {
  expect(aggregateText(request, response)?.split('\n')).toEqual([
    'status  orders  revenue',
    'open    2       9007199254740993',
    '        1',
    '',
    '3 records; there are more than these 2 groups; the copy is of 2026-03-01T12:00:00.000Z.',
    'No record has x.',
  ]);
});

it('shows no table for other requests', () => {
  expect(aggregateText({ ...request, params: { query: { aggregate: null } } }, response)).toBeNull();
  expect(aggregateText({ ...request, dry_run: true }, response)).toBeNull();
  expect(aggregateText({ ...request, action: 'list', params: null }, response)).toBeNull();
});
