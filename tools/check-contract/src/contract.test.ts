import { describe, expect, it } from 'vitest';
import { toyContractFile } from '../test/toy-shop.ts';
import { parseContract } from './contract.ts';

const { shop } = toyContractFile.connectors;
const withOrders = (more: Record<string, unknown>) => ({
  ...toyContractFile,
  connectors: { shop: { ...shop, entities: { ...shop.entities, orders: { ...shop.entities.orders, ...more } } } },
});

describe('parseContract', () => {
  it('reads short and long forms of a field', () => {
    const record = parseContract(toyContractFile).connectors.shop?.entities.orders?.record;
    expect(record).toMatchObject({
      id: { types: ['string'] },
      total: { types: ['number', 'null'] },
      state: { types: ['string'], enum: ['open', 'closed'] },
      lines: { types: ['array'], items: { types: ['object'] } },
    });
    expect(record?.legacy).not.toHaveProperty('types');
  });

  it.each([
    ['a type it does not know', withOrders({ record: { id: 'text' } }), /orders\.record\.id\.type/],
    ['a key it does not know', withOrders({ record: { id: { type: 'string', requird: true } } }), /requird/],
    [
      'facts about an action the entity lacks',
      withOrders({ params: { update: {} } }),
      /about update, which is not among/,
    ],
    [
      'search fields without search',
      withOrders({ actions: ['list', 'get', 'create', 'delete'] }),
      /about context_store_search/,
    ],
    [
      'a wrong count',
      { ...toyContractFile, counts: { ...toyContractFile.counts, entities: 3 } },
      /says 3, but the file has 2/,
    ],
  ])('refuses %s', (_, file, message) => {
    expect(() => parseContract(file)).toThrow(message);
  });
});
