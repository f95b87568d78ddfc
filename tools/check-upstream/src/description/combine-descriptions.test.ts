import { describe, expect, it } from 'vitest';
import { loadFixture } from '../../test/fixture.ts';
import { faultsOf, requestOf } from '../testing/observed-request.ts';
import { combineDescriptions } from './combine-descriptions.ts';

const endpoint = 'https://library.example/graphql';
const combined = combineDescriptions([
  loadFixture('bakery.openapi.yaml'),
  loadFixture('shop.swagger.json'),
  loadFixture('library.graphql', { endpoint }),
]);

describe('several descriptions of one vendor', () => {
  it('take an operation that any of them knows', () => {
    expect(faultsOf(combined, requestOf('GET https://eu.bakery.example/v1/loaves'))).toEqual([]);
    expect(faultsOf(combined, requestOf('GET https://shop.example/api/orders'))).toEqual([]);
    expect(faultsOf(combined, requestOf(`POST ${endpoint}`, { query: '{ books { id } }' }))).toEqual([]);
  });

  it('let the one with the closest operation speak for a request none knows', () => {
    expect(faultsOf(combined, requestOf('GET https://shop.example/api/order'))).toEqual([
      'unknown_path /path ~GET /orders',
    ]);
    expect(faultsOf(combined, requestOf('DELETE https://shop.example/api/orders'))).toEqual(['unknown_method /path']);
  });

  it('prefer the one with the fewest deviations', () => {
    const old = loadFixture('bakery.openapi.yaml');
    const open = loadFixture('bakery.openapi.yaml', { openQuery: true });
    const both = combineDescriptions([old, open]);
    expect(faultsOf(both, requestOf('GET https://eu.bakery.example/v1/loaves?new=1'))).toEqual([]);
  });

  it('carry the notes of all with their names, and refuse everything when there are none', () => {
    expect(combined.name).toBe('bakery.openapi.yaml + shop.swagger.json + library.graphql');
    expect(faultsOf(combineDescriptions([]), requestOf('GET https://a.example/'))).toEqual(['unknown_path /path']);
  });
});
