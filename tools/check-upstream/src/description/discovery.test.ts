import { describe, expect, it } from 'vitest';
import { loadFixture } from '../../test/fixture.ts';
import { faultsOf, requestOf } from '../testing/observed-request.ts';

const sites = loadFixture('sites.discovery.json');
const base = 'https://sites.example/sites/v3';
const faults = (line: string, body?: unknown) => faultsOf(sites, requestOf(line, body));

describe('a Google discovery document', () => {
  it('knows methods of nested resources and the parameters all methods take', () => {
    expect(faults(`GET ${base}/sites?owner=me&alt=json`)).toEqual([]);
    expect(sites.check(requestOf(`GET ${base}/files/a/b/c`)).operation).toBe('GET /files/{+name}');
  });

  it('reads repeated parameters and asks for required ones', () => {
    expect(faults(`GET ${base}/sites?owner=me&ids=1&ids=2`)).toEqual([]);
    expect(faults(`GET ${base}/sites?id=1`)).toEqual(['missing_query /query/owner', 'unknown_query /query/id ~ids']);
  });

  it('keeps an encoded slash within its segment', () => {
    expect(faults(`POST ${base}/sites/https%3A%2F%2Fa.example%2F/query`, { startDate: '2026-01-01' })).toEqual([]);
  });

  it('compares bodies, with 64-bit integers as text or number', () => {
    const query = (body: unknown) => faults(`POST ${base}/sites/x/query`, body);
    expect(query({ total: '9007199254740993', rowLimit: 1, groups: [{ name: 'x' }] })).toEqual([]);
    expect(query({ total: 5 })).toEqual([]);
    expect(query({ total: 'five', rowLimit: 0, groups: [{ nam: 'x' }], endDate: 'x' })).toEqual([
      'wrong_value /body/total',
      'wrong_value /body/rowLimit',
      'unknown_field /body/groups/*/nam ~name',
      'unknown_field /body/endDate',
    ]);
  });
});
