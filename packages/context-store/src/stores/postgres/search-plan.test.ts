import { expect, it } from 'vitest';
import { type PlanNode, planSteps, scansEntity } from './searches.ts';

const connection = "(connection_id = '00000000-0000-4000-8000-000000000001'::uuid)";
const limit = (...Plans: readonly PlanNode[]): PlanNode => ({ 'Node Type': 'Limit', 'Plan Rows': 10, Plans });
const sort = (...Plans: readonly PlanNode[]): PlanNode => ({ 'Node Type': 'Sort', 'Plan Rows': 10, Plans });
const scan = (properties: object): PlanNode => ({
  'Node Type': 'Index Scan',
  'Relation Name': 'records',
  'Index Name': 'records_pkey',
  'Index Cond': connection,
  'Plan Rows': 1000,
  ...properties,
});
const bitmap = (...Plans: readonly PlanNode[]): PlanNode =>
  scan({ 'Node Type': 'Bitmap Heap Scan', 'Index Name': undefined, 'Index Cond': undefined, Plans });
const ofIndex = (name: string, condition: string): PlanNode => ({
  'Node Type': 'Bitmap Index Scan',
  'Index Name': name,
  'Index Cond': condition,
  'Plan Rows': 5,
});
const words = ofIndex('records_words', "(words @@ '''a'''::tsquery)");
const wholeConnection = ofIndex('records_pkey', connection);

it.each<[string, PlanNode, boolean]>([
  ['the table', limit(sort(scan({ 'Node Type': 'Seq Scan', 'Index Cond': undefined }))), true],
  ['a page in key order', limit(scan({})), false],
  ['a page of a small copy in key order', limit(scan({ 'Plan Rows': 3 })), false],
  ['a filtered page that is expected to fill', limit(scan({ Filter: '(f1 = 1)' })), false],
  ['a filtered page that is not', limit(scan({ Filter: '(f1 = 1)', 'Plan Rows': 3 })), true],
  ['a connection to sort it', limit(sort(scan({}))), true],
  ['a range of an index', limit(sort(scan({ 'Index Cond': `(${connection} AND (f1 = 1))` }))), false],
  ['a word', limit(sort(bitmap(words))), false],
  [
    'a word or more words',
    limit(
      sort(
        bitmap({ 'Node Type': 'BitmapOr', 'Plan Rows': 0, Plans: [words, ofIndex('records_more_words', connection)] }),
      ),
    ),
    false,
  ],
  [
    'a word or the connection',
    limit(sort(bitmap({ 'Node Type': 'BitmapOr', 'Plan Rows': 0, Plans: [words, wholeConnection] }))),
    true,
  ],
  [
    'a word of the connection',
    limit(sort(bitmap({ 'Node Type': 'BitmapAnd', 'Plan Rows': 0, Plans: [words, wholeConnection] }))),
    false,
  ],
])('tells whether it reads everything: %s', (_, plan, expected) => {
  expect(scansEntity(plan, 'records', 11)).toBe(expected);
});

it('shows a line per step', () => {
  expect(planSteps(limit({ ...scan({ Filter: '(f1 = 1)' }), 'Sort Key': ['a', 'b'] }))).toEqual([
    'Limit',
    `  Index Scan records records_pkey; index cond: ${connection}; filter: (f1 = 1); sort key: a, b`,
  ]);
  const [, line] = planSteps(limit(scan({ Filter: `(f1 = '${'x'.repeat(1000)}')` })));
  expect(line?.length).toBe(404);
});
