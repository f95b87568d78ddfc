import type { EntityManifest } from '@connectory/connector-sdk/engine';
import { describe, expect, it } from 'vitest';
import { layoutOf } from './layout-of.ts';

const manifest: EntityManifest = {
  name: 'orders',
  summary: 'Orders',
  key: 'id',
  personal: {},
  actions: [],
  record: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      customer: {
        anyOf: [
          {
            type: 'object',
            properties: {
              name: { anyOf: [{ type: 'string' }, { type: 'null' }] },
              rank: { type: ['integer', 'null'] },
              since: { type: ['integer', 'null'], format: 'unix-seconds' },
              born: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
              geo: { type: 'object', properties: { lat: { type: 'number' }, 'a.b': { type: 'string' } } },
              anything: {},
              either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
              tags: { type: 'array', items: { type: 'string' } },
            },
          },
          { type: 'null' },
        ],
      },
    },
  },
  search: {
    fields: [
      { name: 'id', type: 'string', nullable: true },
      { name: 'customer', type: 'object', nullable: true },
      { name: 'customer.geo', type: 'object', nullable: true },
      { name: 'either', type: 'any', nullable: true },
      { name: 'at', type: 'string', nullable: true, format: 'rfc-2822' },
      { name: 'gone', type: 'object', nullable: true, absent: 'The vendor dropped it' },
    ],
  },
};

describe('a layout', () => {
  it('has the members of an object that is no field of the record', () => {
    const schema = { type: 'object', properties: { born: { type: ['string', 'null'], format: 'date' } } };
    const field = { name: 'own', type: 'object', nullable: true, schema };
    const { fields } = layoutOf('shop', { ...manifest, search: { fields: [field] } });
    expect(fields).toEqual([{ name: 'own', type: 'object', absent: false, members: { born: 'string:date' } }]);
  });

  it('has the search fields with the members the record declares', () => {
    expect(layoutOf('shop', manifest)).toEqual({
      connector: 'shop',
      entity: 'orders',
      fields: [
        { name: 'id', type: 'string', absent: false, members: {} },
        {
          name: 'customer',
          type: 'object',
          absent: false,
          members: {
            name: 'string',
            rank: 'integer',
            since: 'integer:unix-seconds',
            born: 'string:iso-8601',
            geo: 'object',
            'geo.lat': 'number',
            tags: 'array',
          },
        },
        { name: 'customer.geo', type: 'object', absent: false, members: { lat: 'number' } },
        { name: 'either', type: 'any', absent: false, members: {} },
        { name: 'at', type: 'string:rfc-2822', absent: false, members: {} },
        { name: 'gone', type: 'object', absent: true, members: {} },
      ],
    });
  });

  it('needs search fields', () => {
    expect(() => layoutOf('shop', { ...manifest, search: null })).toThrow('shop/orders has no search fields');
  });
});
