import { expect, it } from 'vitest';
import type { Finding, UpstreamReport } from './check-upstream.ts';
import { renderReport } from './report.ts';

const finding: Finding = {
  part: 'request',
  entity: 'loaves',
  action: 'list',
  kind: 'unknown_query',
  where: '/query/limt',
  message: 'query parameter "limt" is not described',
  nearest: 'limit',
  operation: 'GET /loaves',
  seenWith: { params: {}, label: 'all parameters' },
  count: 3,
};
const record: Finding = {
  part: 'record',
  entity: 'loaves',
  action: 'get',
  kind: 'null_denied',
  where: '/answer/weight',
  message: 'the vendor may send null, the record denies it',
  count: 1,
};
const passed: UpstreamReport = {
  connector: 'mill',
  actions: 2,
  parameterSets: 10,
  requests: 12,
  records: 2,
  simulated: 1,
  findings: [],
  known: [],
  stale: [],
  notes: [],
  passed: true,
};
const entry = { entity: 'loaves', action: ['get', 'list'], kind: 'deprecated' as const, where: '/path', reason: 'x' };
const failed: UpstreamReport = {
  ...passed,
  connector: 'bakery',
  findings: [finding, record],
  known: [{ ...record, where: '/answer/shelf', reason: 'newer than the description' }],
  stale: [
    { entry, unused: [] },
    { entry, unused: ['list'] },
  ],
  notes: ['bakery.yaml: not checked: pattern ( is no JavaScript pattern'],
  passed: false,
};

it('is a table with one line for everything that stands out', () => {
  expect(renderReport([passed, failed])).toBe(
    [
      'connector  actions  requests  records  simulated  deviations  known  stale',
      'mill             2        12        2          1           0      0      0  passed',
      'bakery           2        12        2          1           2      1      2  FAILED',
      '',
      'bakery',
      '  deviation  request loaves.list unknown_query /query/limt: query parameter "limt" is not described (nearest: limit) [GET /loaves]; seen with all parameters and 2 more',
      '  deviation  record loaves.get null_denied /answer/weight: the vendor may send null, the record denies it',
      '  stale      loaves | get, list | deprecated | /path: no longer occurs, remove it',
      '  stale      loaves | get, list | deprecated | /path: "list" no longer occurs, remove it from the entry',
      '  known      record loaves.get null_denied /answer/shelf: the vendor may send null, the record denies it | newer than the description',
      '  note       bakery.yaml: not checked: pattern ( is no JavaScript pattern',
      '',
    ].join('\n'),
  );
});
