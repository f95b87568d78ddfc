import { describe, expect, it } from 'vitest';
import { changed, toyContract, toyManifest } from '../test/toy-shop.ts';
import { parseCatalog } from './catalog.ts';
import { compareWithCatalog } from './compare-with-catalog.ts';
import { completeContract } from './complete-contract.ts';

const contract = toyContract();
const response = { kind: 'record' };
const catalog = parseCatalog({
  entities: [
    {
      name: 'orders',
      actions: {
        list: {
          params: [
            { name: 'limit', type: 'integer', min: 0, max: 500, default: 50, required: false },
            { name: 'sort', type: 'string', maxLength: 9 },
            { name: 'unknown', type: 'string' },
          ],
          upstream: { method: 'GET' },
          response: { kind: 'records', metaPaths: { total: '$.total' } },
        },
        get: {
          params: [
            { name: 'id', type: 'string', required: true },
            { name: 'number', type: 'integer', nullable: true, knownValues: [1, 2] },
          ],
          upstream: {},
          response,
        },
        delete: {
          params: [
            { name: 'id', type: 'string' },
            { name: 'reason', type: 'string' },
          ],
          upstream: {},
          response,
        },
      },
      record: {
        fields: [
          { name: 'id', type: 'integer' },
          { name: 'customer', type: 'object', nullable: true },
        ],
      },
    },
    {
      name: 'products',
      actions: {
        list: {
          params: [{ name: 'limit', type: 'integer', min: 1, max: 100 }],
          upstream: { graphql: { defaultFields: ['id', 'price.amount', 'owner<User>.login'] } },
          response: { kind: 'records' },
        },
      },
    },
  ],
});

describe('parseCatalog', () => {
  it('reads a GraphQL record off the default selection', () => {
    expect(catalog.products?.record).toEqual({ id: {}, price: {}, owner: {} });
  });

  it('refuses what is no catalog', () => {
    expect(() =>
      parseCatalog({ entities: [{ name: 'orders', actions: { list: { params: [{ type: 'text' }] } } }] }),
    ).toThrow(/cannot be read[\s\S]*entities\[0\]/);
  });
});

describe('completeContract', () => {
  const orders = completeContract(contract, catalog).entities.orders;

  it('adds facts and keeps what the contract says', () => {
    expect(orders?.params?.list?.sort).toMatchObject({ values: ['id', 'date'], maxLength: 9 });
    expect(orders?.params?.list?.limit).toMatchObject({ default: 10 });
    expect(orders?.record?.id).toMatchObject({ types: ['string'] });
    expect(orders?.record?.customer).toMatchObject({ types: ['object', 'null'] });
    expect(orders?.pagination?.list).toEqual(contract.pagination?.list);
  });

  it('adds parameters where the contract does not name all of them', () => {
    expect(Object.keys(orders?.params?.list ?? {})).not.toContain('unknown');
    expect(Object.keys(orders?.params?.delete ?? {})).toEqual(['id', 'reason']);
    expect(orders?.params?.delete?.id?.required).toBe(true);
    expect(Object.keys(orders?.params?.get ?? {})).toEqual(['id', 'number']);
  });
});

describe('compareWithCatalog', () => {
  const short = (path: string, value: unknown) =>
    compareWithCatalog(contract, catalog, changed(right, path, value)).map(({ where, kind }) => `${kind} ${where}`);
  const get = 'entities.0.actions.1.params';
  const right = [
    [`${get}.required`, ['id']],
    [`${get}.properties.number.type`, ['integer', 'null']],
    ['entities.0.actions.0.params.properties.sort.maxLength', 9],
    ['entities.1.record.properties', { id: {}, price: {}, owner: {} }],
  ].reduce<ReturnType<typeof changed>>(
    (manifest, [path, value]) => changed(manifest, String(path), value),
    toyManifest,
  );

  it('finds nothing in a right connector', () => {
    expect(compareWithCatalog(contract, catalog, right)).toEqual([]);
  });

  it('finds what only the catalog says', () => {
    expect(short(`${get}.properties.number.type`, 'string')).toEqual(['type orders/get/params/number']);
    expect(short(`${get}.properties.number.enum`, [1])).toEqual(['enum orders/get/params/number']);
    expect(short(`${get}.properties.id.maxLength`, 20)).toEqual(['bound orders/get/params/id']);
    expect(short(`${get}.required`, [])).toEqual(['required orders/get/params/id']);
    expect(short(`${get}.properties.other`, { type: 'string', description: 'Other' })).toEqual([
      'extra orders/get/params/other',
    ]);
    expect(short('entities.0.actions.3.params.properties.reason', undefined)).toEqual([
      'missing orders/delete/params/reason',
    ]);
    expect(short('entities.1.record.properties.price', undefined)).toEqual(['missing products/record/price']);
  });

  it('leaves out what the contract itself says', () => {
    expect(short('entities.0.actions.0.params.properties.limit.default', 50)).toEqual([]);
  });
});
