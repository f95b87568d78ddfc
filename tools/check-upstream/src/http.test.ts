import { describe, expect, it } from 'vitest';
import { deviationsOf, loadFixture, requestOf } from '../test/fixture.ts';

const bakery = loadFixture('bakery.openapi.yaml');
const deviations = (query: string, path = '/loaves') =>
  deviationsOf(bakery, requestOf(`GET https://eu.bakery.example/v1${path}?${query}`));

describe('query parameters', () => {
  it('reads text as the wanted type and compares bounds and enums', () => {
    expect(deviations('limit=5&sort=name')).toEqual([]);
    expect(deviations('limit=five')).toEqual(['wrong_type /query/limit']);
    expect(deviations('limit=101&sort=nam')).toEqual(['wrong_value /query/limit', 'wrong_value /query/sort ~name']);
  });

  it('refuses unknown names once each, with the closest known one', () => {
    expect(deviations('limits=5&limits=6')).toEqual(['unknown_query /query/limits ~limit']);
  });

  it('takes unknown names where the description or the operation is open', () => {
    const open = loadFixture('bakery.openapi.yaml', { openQuery: true });
    expect(deviationsOf(open, requestOf('GET https://eu.bakery.example/v1/loaves?limits=5'))).toEqual([]);
    expect(deviations('query=x&limits=5', '/loaves/search')).toEqual([]);
  });

  it('asks for required ones', () => {
    expect(deviations('', '/loaves/search')).toEqual(['missing_query /query/query']);
  });

  it('takes the API key of the security scheme and masked values', () => {
    expect(deviations('api_key=***&limit=***')).toEqual([]);
  });

  it('reports deprecated ones', () => {
    expect(deviations('old_sort=x')).toEqual(['deprecated /query/old_sort']);
  });

  it('reads lists as repeated names and, where the vendor wrote no explode, with commas', () => {
    expect(deviations('ids=1&ids=2')).toEqual([]);
    expect(deviations('ids=1,2')).toEqual([]);
    expect(deviations('ids=1,two')).toEqual(['wrong_type /query/ids/*']);
    expect(deviations('tags=a&tags=b')).toEqual([]);
    expect(deviations('tags[]=a')).toEqual(['unknown_query /query/tags[] ~tags']);
  });

  it('reads lists with commas only, where explode is false', () => {
    expect(deviations('kinds=rye,spelt')).toEqual([]);
    expect(deviations('kinds=rye,oat')).toEqual(['wrong_value /query/kinds/*']);
    expect(deviations('kinds=rye&kinds=spelt')).toEqual(['wrong_value /query/kinds']);
  });

  it('refuses a single value that is given twice', () => {
    expect(deviations('limit=1&limit=2')).toEqual(['wrong_type /query/limit']);
  });

  it('reads objects in brackets, with bars, spread over the query and as JSON', () => {
    expect(deviations('baked[after]=2026-01-01')).toEqual([]);
    expect(deviations('baked[since]=2026-01-01&baked[before]=x')).toEqual([
      'wrong_value /query/baked/before',
      'unknown_field /query/baked/since',
    ]);
    expect(deviations('weight=gte|5|lte|10')).toEqual([]);
    expect(deviations('weight=gte|x')).toEqual(['wrong_type /query/weight/gte']);
    expect(deviations('latitude=1.5&longitude=2')).toEqual([]);
    expect(deviations('latitude=north')).toEqual(['wrong_type /query/near/latitude']);
    expect(deviations(`filter=${encodeURIComponent('{"fresh":true}')}`)).toEqual([]);
    expect(deviations(`filter=${encodeURIComponent('{"fresh":"yes"}')}`)).toEqual(['wrong_type /query/filter/fresh']);
    expect(deviations('filter=fresh')).toEqual(['wrong_type /query/filter']);
  });

  it('refuses a broken encoding', () => {
    expect(deviations('limit=%zz')).toEqual(['malformed_request /query']);
  });
});
