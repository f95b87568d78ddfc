import { describe, expect, it } from 'vitest';
import { loadFixture } from '../../test/fixture.ts';
import { faultsOf, requestOf } from '../testing/observed-request.ts';

const bakery = loadFixture('bakery.openapi.yaml');
const faults = (query: string, path = '/loaves') =>
  faultsOf(bakery, requestOf(`GET https://eu.bakery.example/v1${path}?${query}`));

describe('query parameters', () => {
  it('reads text as the wanted type and compares bounds and enums', () => {
    expect(faults('limit=5&sort=name')).toEqual([]);
    expect(faults('limit=five')).toEqual(['wrong_type /query/limit']);
    expect(faults('limit=101&sort=nam')).toEqual(['wrong_value /query/limit', 'wrong_value /query/sort ~name']);
  });

  it('refuses unknown names once each, with the closest known one', () => {
    expect(faults('limits=5&limits=6')).toEqual(['unknown_query /query/limits ~limit']);
  });

  it('takes unknown names where the description or the operation is open', () => {
    const open = loadFixture('bakery.openapi.yaml', { openQuery: true });
    expect(faultsOf(open, requestOf('GET https://eu.bakery.example/v1/loaves?limits=5'))).toEqual([]);
    expect(faults('query=x&limits=5', '/loaves/search')).toEqual([]);
  });

  it('asks for required ones', () => {
    expect(faults('', '/loaves/search')).toEqual(['missing_query /query/query']);
  });

  it('takes the API key of the security scheme and masked values', () => {
    expect(faults('api_key=***&limit=***')).toEqual([]);
  });

  it('reports deprecated ones', () => {
    expect(faults('old_sort=x')).toEqual(['deprecated /query/old_sort']);
  });

  it('reads lists as repeated names and, where the vendor wrote no explode, with commas', () => {
    expect(faults('ids=1&ids=2')).toEqual([]);
    expect(faults('ids=1,2')).toEqual([]);
    expect(faults('ids=1,two')).toEqual(['wrong_type /query/ids/*']);
    expect(faults('tags=a&tags=b')).toEqual([]);
    expect(faults('tags[]=a')).toEqual(['unknown_query /query/tags[] ~tags']);
  });

  it('reads lists with commas only, where explode is false', () => {
    expect(faults('kinds=rye,spelt')).toEqual([]);
    expect(faults('kinds=rye,oat')).toEqual(['wrong_value /query/kinds/*']);
    expect(faults('kinds=rye&kinds=spelt')).toEqual(['wrong_value /query/kinds']);
  });

  it('refuses a single value that is given twice', () => {
    expect(faults('limit=1&limit=2')).toEqual(['wrong_type /query/limit']);
  });

  it('reads objects in brackets, with bars, spread over the query and as JSON', () => {
    expect(faults('baked[after]=2026-01-01')).toEqual([]);
    expect(faults('baked[since]=2026-01-01&baked[before]=x')).toEqual([
      'wrong_value /query/baked/before',
      'unknown_field /query/baked/since',
    ]);
    expect(faults('weight=gte|5|lte|10')).toEqual([]);
    expect(faults('weight=gte|x')).toEqual(['wrong_type /query/weight/gte']);
    expect(faults('latitude=1.5&longitude=2')).toEqual([]);
    expect(faults('latitude=north')).toEqual(['wrong_type /query/near/latitude']);
    expect(faults(`filter=${encodeURIComponent('{"fresh":true}')}`)).toEqual([]);
    expect(faults(`filter=${encodeURIComponent('{"fresh":"yes"}')}`)).toEqual(['wrong_type /query/filter/fresh']);
    expect(faults('filter=fresh')).toEqual(['wrong_type /query/filter']);
  });

  it('refuses a broken encoding', () => {
    expect(faults('limit=%zz')).toEqual(['malformed_request /query']);
  });
});
