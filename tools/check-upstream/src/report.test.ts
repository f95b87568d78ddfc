import { describe, expect, it } from 'vitest';
import type { Finding, UpstreamReport } from './check-upstream.ts';
import {
  explanationOf,
  type KnownDeviation,
  knownDeviations,
  type PlacedDeviation,
  renderReport,
  staleDeviations,
} from './report.ts';

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
const staleEntry = {
  entity: 'loaves',
  action: ['get', 'list'],
  kind: 'deprecated' as const,
  where: '/path',
  reason: 'x',
};
const failed: UpstreamReport = {
  ...passed,
  connector: 'bakery',
  findings: [finding, record],
  known: [{ ...record, where: '/answer/shelf', reason: 'newer than the description' }],
  stale: [
    { entry: staleEntry, unused: [] },
    { entry: staleEntry, unused: ['list'] },
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

const entry: KnownDeviation = {
  entity: 'prices',
  action: 'create',
  kind: 'missing_field',
  where: '/body/x',
  reason: 'optional since May',
};
const seen: PlacedDeviation = {
  part: 'request',
  entity: 'prices',
  action: 'create',
  kind: 'missing_field',
  where: '/body/x',
};

describe('a list of known deviations', () => {
  it('is read as it is', () => {
    const entries = [entry, { ...entry, part: 'record', entity: ['prices', 'p*'], where: '/answer/**' }];
    expect(knownDeviations.parse(entries)).toEqual(entries);
  });

  it.each([
    ['without a reason', { ...entry, reason: ' ' }, 'write why'],
    ['of an unknown kind', { ...entry, kind: 'odd' }, 'kind'],
    ['of an unknown part', { ...entry, part: 'odd' }, 'part'],
    ['with an unknown key', { ...entry, note: 'x' }, 'note'],
    ['without a place', { ...entry, where: '' }, 'where'],
    ['with an empty list of places', { ...entry, where: [] }, 'where'],
  ])('refuses an entry %s', (_, broken, message) => {
    expect(() => knownDeviations.parse([broken])).toThrow(message);
  });
});

describe('an entry', () => {
  it.each<[Partial<KnownDeviation>, Partial<PlacedDeviation>, boolean]>([
    [{}, {}, true],
    [{}, { part: 'record' }, true],
    [{ part: 'request' }, { part: 'record' }, false],
    [{}, { kind: 'wrong_type' }, false],
    [{ entity: ['refunds', 'prices'] }, {}, true],
    [{ entity: ['refunds', 'price'] }, {}, false],
    [{ action: '*' }, { action: 'list' }, true],
    [{ where: '/body/*' }, { where: '/body/x/y' }, false],
    [{ where: '/body/*/y' }, { where: '/body/x/y' }, true],
    [{ where: '/body/**' }, { where: '/body/x/y' }, true],
    [{ where: '/body/**/y' }, { where: '/body/y' }, true],
    [{ where: '/body/**/y' }, { where: '/body/items/*/y' }, true],
    [{ where: '/body/**/y' }, { where: '/body/items/xy' }, false],
    [{ where: '/body/items/*/y' }, { where: '/body/items/*/y' }, true],
    [{ where: '/body/a.c' }, { where: '/body/abc' }, false],
  ])('%j explains %j: %s', (changed, other, explains) => {
    const known = { ...entry, ...changed };
    expect(explanationOf([known], { ...seen, ...other })).toBe(explains ? known : undefined);
  });

  it('is stale when it explains nothing, as is a pattern of it that does not', () => {
    const several = { ...entry, where: ['/body/x', '/body/z'], entity: ['prices', 'refunds'] };
    expect(staleDeviations([entry, { ...entry, kind: 'refused' }, several], [seen])).toEqual([
      { entry: { ...entry, kind: 'refused' }, unused: [] },
      { entry: several, unused: ['refunds', '/body/z'] },
    ]);
  });
});
