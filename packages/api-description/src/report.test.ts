import { expect, it } from 'vitest';
import type { Finding, UpstreamReport } from './check-upstream.ts';
import { renderReport } from './report.ts';

const finding: Finding = {
  entity: 'loaves',
  action: 'list',
  kind: 'unknown_query',
  where: '/query/limt',
  message: 'query parameter "limt" is not described',
  nearest: 'limit',
  operation: 'GET /loaves',
  params: {},
  label: 'all parameters',
  count: 3,
};
const passed: UpstreamReport = {
  connector: 'mill',
  actions: 2,
  parameterSets: 10,
  requests: 12,
  findings: [],
  known: [],
  stale: [],
  notes: [],
  passed: true,
};
const failed: UpstreamReport = {
  ...passed,
  connector: 'bakery',
  findings: [finding],
  known: [{ ...finding, where: '/query/page', count: 1, reason: 'newer than the description' }],
  stale: [{ entity: 'loaves', action: 'get', kind: 'deprecated', where: '/path', reason: 'x' }],
  notes: ['bakery.yaml: not checked: pattern ( is no JavaScript pattern'],
  passed: false,
};

it('is a table with one line for everything that stands out', () => {
  expect(renderReport([passed, failed])).toBe(
    [
      'connector  actions  requests  deviations  known  stale',
      'mill             2        12           0      0      0  passed',
      'bakery           2        12           1      1      1  FAILED',
      '',
      'bakery',
      '  deviation  loaves.list unknown_query /query/limt: query parameter "limt" is not described (nearest: limit) [GET /loaves]; seen with all parameters and 2 more',
      '  stale      loaves.get deprecated /path: no longer occurs, remove it from the deviations file',
      '  known      loaves.list unknown_query /query/page: query parameter "limt" is not described (nearest: limit) [GET /loaves]; seen with all parameters | newer than the description',
      '  note       bakery.yaml: not checked: pattern ( is no JavaScript pattern',
      '',
    ].join('\n'),
  );
});
