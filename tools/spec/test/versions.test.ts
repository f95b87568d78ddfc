import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ConnectorContract, EntityContract } from '../contract.ts';
import { contractChanges, readReleased, type VersionedConnector, versionErrors, writeReleased } from '../versions.ts';

const loaves: EntityContract = {
  key: ['id'],
  record: { 'id!': 'string', name: 'string|null' },
  search: { name: 'string' },
  actions: { list: { params: { 'shop!': 'string', limit: 'integer' }, meta: ['has_more'] } },
};
const bakery: ConnectorContract = { kind: 'bakery', authentication: {}, settings: {}, entities: { loaves } };
const listOf = (params: Readonly<Record<string, string>>) => ({ actions: { list: { params, meta: ['has_more'] } } });
const changed = (change: Partial<EntityContract>) => ({ ...bakery, entities: { loaves: { ...loaves, ...change } } });
const list = '/entities/loaves/actions/list';

describe('contractChanges', () => {
  it.each<[string, ConnectorContract, readonly string[]]>([
    ['nothing', bakery, []],
    ['an entity that is gone', { ...bakery, entities: {} }, ['major /entities/loaves is gone']],
    ['a new entity', { ...bakery, entities: { loaves, rolls: loaves } }, ['minor /entities/rolls is new']],
    ['an action that is gone', changed({ actions: {} }), [`major ${list} is gone`]],
    [
      'a new action with a required parameter',
      changed({ actions: { ...loaves.actions, get: { params: { 'id!': 'string' } } } }),
      ['minor /entities/loaves/actions/get is new'],
    ],
    ['a parameter that is gone', changed(listOf({ 'shop!': 'string' })), [`major ${list}/params/limit is gone`]],
    [
      'a new parameter',
      changed(listOf({ 'shop!': 'string', limit: 'integer', after: 'string' })),
      [`minor ${list}/params/after is new`],
    ],
    [
      'a new required parameter',
      changed(listOf({ 'shop!': 'string', limit: 'integer', 'day!': 'string' })),
      [`major ${list}/params/day is new and required`],
    ],
    [
      'a parameter that is no longer required',
      changed(listOf({ shop: 'string', limit: 'integer' })),
      [`minor ${list}/params/shop was required string, is string`],
    ],
    [
      'a parameter that becomes required',
      changed(listOf({ 'shop!': 'string', 'limit!': 'integer' })),
      [`major ${list}/params/limit was integer, is required integer`],
    ],
    [
      'a field of another type',
      changed({ record: { 'id!': 'integer', name: 'string|null' } }),
      ['major /entities/loaves/record/id was required string, is required integer'],
    ],
    [
      'a field that may be missing now',
      changed({ record: { id: 'string', name: 'string|null' } }),
      ['major /entities/loaves/record/id was required string, is string'],
    ],
    ['a search field that is gone', changed({ search: {} }), ['major /entities/loaves/search/name is gone']],
    [
      'a page member that is gone',
      changed({ actions: { list: { params: { 'shop!': 'string', limit: 'integer' } } } }),
      [`major ${list}/meta is gone`],
    ],
  ])('finds %s', (_, after, expected) => {
    expect(contractChanges(bakery, after).map(({ bump, what }) => `${bump} ${what}`)).toEqual(expected);
  });
});

describe('versionErrors', () => {
  const released: VersionedConnector = { id: 'bakery', name: '@shop/bakery', version: '1.0.0', contract: bakery };
  const broken = { ...released, contract: changed({ search: {} }) };
  const changesets = (type: string) => [{ releases: [{ name: '@shop/bakery', type }] }];

  it('asks for a changeset of the size that the changes need', () => {
    const expected = [expect.stringMatching(/^bakery needs a major changeset/), expect.stringContaining('is gone')];
    expect(versionErrors([released], [broken], [])).toEqual(expected);
    expect(versionErrors([released], [broken], changesets('minor'))).toEqual(expected);
    expect(versionErrors([released], [broken], changesets('major'))).toEqual([]);
  });

  it('asks for nothing of a connector that never was released', () => {
    expect(versionErrors([], [broken], [])).toEqual([]);
  });

  it('does not accept that a released connector disappears', () => {
    expect(versionErrors([released], [], changesets('major'))).toEqual([
      'bakery was released as 1.0.0 and no longer exists.',
    ]);
  });

  it('compares with what the last release wrote, which stays until the version is raised', () => {
    const folder = mkdtempSync(join(tmpdir(), 'released-'));
    const url = pathToFileURL(`${folder}/`);
    try {
      expect(writeReleased(url, [released])).toEqual(['bakery']);
      expect(writeReleased(url, [broken])).toEqual([]);
      expect(readReleased(url)).toEqual([released]);
      expect(writeReleased(url, [{ ...broken, version: '2.0.0' }])).toEqual(['bakery']);
      expect(versionErrors(readReleased(url), [broken], [])).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
