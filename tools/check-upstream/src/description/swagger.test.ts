import { describe, expect, it } from 'vitest';
import { loadFixture } from '../../test/fixture.ts';
import { faultsOf, requestOf } from '../testing/observed-request.ts';

const shop = loadFixture('shop.swagger.json');
const faults = (line: string, body?: unknown, headers?: Record<string, string>) =>
  faultsOf(shop, requestOf(line, body, headers));

describe('a Swagger 2 description', () => {
  it('joins host, base path and path, and takes shared parameters', () => {
    expect(faults('GET https://shop.example/api/orders?page=2')).toEqual([]);
    expect(faults('GET https://shop.example/api/orders?page=0&pages=1')).toEqual([
      'wrong_value /query/page',
      'unknown_query /query/pages ~page',
    ]);
    expect(faults('GET http://shop.example/api/orders')).toEqual(['unknown_server /url']);
  });

  it('does not ask for the header of a credential', () => {
    expect(faults('GET https://shop.example/api/orders')).toEqual([]);
  });

  it('reads lists by their collection format', () => {
    expect(faults('GET https://shop.example/api/orders?status=open,paid&ids=1&ids=2')).toEqual([]);
    expect(faults('GET https://shop.example/api/orders?status=open,lost&ids=1,2')).toEqual([
      'wrong_value /query/status/*',
      'wrong_type /query/ids/*',
    ]);
  });

  it('compares the body parameter', () => {
    expect(faults('POST https://shop.example/api/orders', { total: 5 })).toEqual([]);
    expect(faults('POST https://shop.example/api/orders', { buyers: 'x' })).toEqual([
      'missing_field /body/total',
      'unknown_field /body/buyers ~buyer',
    ]);
    expect(faults('POST https://shop.example/api/orders')).toEqual(['missing_body /body']);
  });

  it('makes a form of the form parameters', () => {
    expect(faults('POST https://shop.example/api/notes', 'text=good&stars=5')).toEqual([]);
    expect(faults('POST https://shop.example/api/notes', 'stars=many')).toEqual([
      'missing_field /body/text',
      'wrong_type /body/stars',
    ]);
  });
});
