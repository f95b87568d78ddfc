import type { ConnectorManifest } from '@connectory/connector-sdk/engine';
import { describe, expect, it } from 'vitest';
import { changed, released, shopManifest } from '../test/shop.ts';
import { compareConnectors } from './compare-connectors.ts';

const shop: ConnectorManifest = shopManifest;
const lines = (before: ConnectorManifest, after: ConnectorManifest) =>
  compareConnectors(released(before), released(after)).map(({ bump, where, what }) => `${bump}: ${where} ${what}`);

const entity = 'entities.0';
const list = `${entity}.actions.0`;
const remove = `${entity}.actions.1`;
const deprecated = { since: '2026-11-21', until: '2027-06-01', instead: 'Call list.' };

describe('compareConnectors', () => {
  it('finds nothing where nothing a caller sees differs', () => {
    expect(lines(shop, structuredClone(shop))).toEqual([]);
    expect(lines(shop, { ...shop, version: '1.3.0' })).toEqual([]);
    expect(lines(shop, changed(shop, `${entity}.actions`, shop.entities[0]?.actions.toReversed()))).toEqual([
      'patch: manifest says it in other words',
    ]);
  });

  it('does not count how a search is described, which is the same for every entity', () => {
    expect(lines(shop, changed(shop, `${entity}.actions.2.summary`, 'Search the copy'))).toEqual([]);
  });

  it.each<[string, string, unknown]>([
    ['a summary', `${list}.summary`, 'List all orders'],
    ['a description', `${list}.params.properties.limit.description`, 'Size of a page'],
    ['the vendor', 'vendor', 'Shop Inc.'],
    ['a sunset', 'upstream.sunset', '2028-01-01'],
  ])('asks for a patch when %s differs', (_, path, value) => {
    expect(lines(shop, changed(shop, path, value))).toEqual(['patch: manifest says it in other words']);
  });

  it.each<[string, unknown, string]>([
    [entity, undefined, 'orders is gone'],
    [list, undefined, 'orders/list is gone'],
    [`${list}.params.properties.limit`, undefined, 'orders/list/params/limit is gone'],
    [`${entity}.record.properties.note`, undefined, 'orders/record/note is gone'],
    [`${remove}.result_schema.properties.deleted`, undefined, 'orders/delete/result/deleted is gone'],
    [`${list}.meta.0`, undefined, 'orders/list/meta/has_more is gone'],
    [`${entity}.search.fields.1`, undefined, 'orders/context_store_search/total is gone'],
    [`${entity}.search`, null, 'orders/context_store_search is gone'],
    ['auth.1', undefined, 'authentication/basic is gone'],
    ['auth.0.fields.1', undefined, 'authentication/api_key/account is gone'],
    ['settings.properties.region', undefined, 'settings/region is gone'],
  ])('asks for a major release when %s is removed', (path, value, line) => {
    expect(lines(shop, changed(shop, path, value))).toEqual([`major: ${line}`]);
  });

  it.each<[string, unknown, string]>([
    [`${list}.params.required`, ['limit'], 'orders/list/params/limit was optional, is required now'],
    [`${list}.params.properties.limit.type`, 'string', 'orders/list/params/limit can no longer be integer'],
    [`${list}.params.properties.limit.maximum`, 50, 'orders/list/params/limit had maximum 100, now 50'],
    [`${list}.params.properties.state.enum`, ['open'], 'orders/list/params/state can no longer be "closed"'],
    [`${list}.result`, 'record', 'orders/list/result was "records", is "record" now'],
    [`${entity}.record.properties.total`, { type: 'string' }, 'orders/record/total can be string now'],
    [`${entity}.record.properties.id`, { type: ['string', 'null'] }, 'orders/record/id can be null now'],
    [`${entity}.key`, 'total', 'orders/key was "id", is "total" now'],
    [`${entity}.search.fields.1.type`, 'string', 'orders/context_store_search/total was "number", is "string" now'],
    [`${entity}.search.fields.1.absent`, 'not sent since 2026', 'orders/context_store_search/total is always null now'],
    ['auth.0.fields.1.required', true, 'authentication/api_key/account was optional, is required now'],
    ['auth.0.scheme', 'header', 'authentication/api_key/scheme was "bearer", is "header" now'],
    ['settings.required', ['region'], 'settings/region was optional, is required now'],
    ['contract', 2, 'contract was 1, is 2 now'],
    ['kind', 'store', 'kind was "shop", is "store" now'],
  ])('asks for a major release when %s becomes %j', (path, value, line) => {
    expect(lines(shop, changed(shop, path, value))).toContain(`major: ${line}`);
  });

  it.each<[string, unknown]>([
    [`${entity}.record.required`, ['id']],
    [`${entity}.record.properties.total`, { anyOf: [{ type: 'number' }, { type: 'null' }] }],
    [`${entity}.record.properties.note`, { type: 'string' }],
    [`${entity}.record.properties.note`, { type: 'string', enum: ['new', 'old'] }],
  ])('asks for no more than a patch when %s becomes %j, which readers are ready for', (path, value) => {
    expect(lines(shop, changed(shop, path, value))).toEqual(['patch: manifest says it in other words']);
  });

  it('asks for a major release when another way to authenticate is the one that is taken', () => {
    expect(lines(shop, changed(shop, 'auth', shop.auth.toReversed()))).toEqual([
      'major: authentication/default was "api_key", is "basic" now',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['entities.1', { ...shop.entities[0], name: 'products' }, 'products is new'],
    [`${entity}.actions.3`, { ...shop.entities[0]?.actions[1], action: 'get' }, 'orders/get is new'],
    [`${list}.params.properties.after`, { type: 'string' }, 'orders/list/params/after is new'],
    [`${list}.params.properties.limit.maximum`, 500, 'orders/list/params/limit had maximum 100, now 500'],
    [
      `${list}.params.properties.limit.type`,
      'number',
      'orders/list/params/limit was an integer, can be any number now',
    ],
    [`${remove}.params.required`, [], 'orders/delete/params/id was required, is optional now'],
    [`${list}.deprecated`, deprecated, 'orders/list is deprecated until 2027-06-01'],
    [`${list}.params.properties.state.deprecated`, true, 'orders/list/params/state is marked as deprecated'],
    [`${list}.meta.2`, 'total', 'orders/list/meta/total is new'],
    [`${entity}.record.properties.paid`, { type: 'boolean' }, 'orders/record/paid is new'],
    [`${entity}.search.fields.2`, { name: 'note', type: 'string' }, 'orders/context_store_search/note is new'],
    ['auth.2', { name: 'oauth', scheme: 'oauth2', fields: [] }, 'authentication/oauth is new'],
    ['settings.properties.sandbox', { type: 'boolean' }, 'settings/sandbox is new'],
    ['upstream.version', '2026-06', 'upstream/version was "2026-01", is "2026-06" now'],
  ])('asks for a minor release when %s becomes %j', (path, value, line) => {
    expect(lines(shop, changed(shop, path, value))).toEqual([`minor: ${line}`]);
  });

  it('holds the day of a deprecation to what was announced', () => {
    const until = (day: string) => changed(shop, `${list}.deprecated`, { ...deprecated, until: day });
    const [first, later] = [until('2027-06-01'), until('2027-09-01')];
    expect(lines(first, later)).toEqual(['minor: orders/list was deprecated until 2027-06-01, now until 2027-09-01']);
    expect(lines(later, first)).toEqual(['major: orders/list was deprecated until 2027-09-01, now until 2027-06-01']);
    expect(lines(first, shop)).toEqual(['minor: orders/list is no longer deprecated']);
  });
});
