import type { ConnectorManifest } from '@connectory/connector-sdk/engine';
import { type ConnectorContract, parseContract } from '../src/contract.ts';

/** The content of a contract file with one connector, `shop`, that states every kind of fact. */
export const toyContractFile = {
  counts: { connectors: 1, entities: 2, directActions: 5, searchableEntities: 1 },
  connectors: {
    shop: {
      catalogId: 'A1',
      kind: 'shop',
      limits: { list: { limit: { minimum: 1, maximum: 100 } } },
      pagination: { list: { has_more: 'boolean', next_cursor: 'string|null' } },
      entities: {
        orders: {
          actions: ['list', 'get', 'create', 'delete', 'context_store_search'],
          params: {
            list: {
              limit: { type: 'integer', default: 10 },
              state: { type: 'string', enum: ['open', 'closed'] },
              sort: { type: 'string', values: ['id', 'date'] },
              code: { type: 'string', pattern: '^[0-9]{3}$', maxLength: 3 },
              tags: { type: 'array', maxItems: 5, items: { type: 'string', enum: ['gift', 'express'] } },
            },
            create: {
              order: {
                type: 'object',
                required: true,
                properties: {
                  customer: { type: 'string', required: true },
                  note: 'string',
                  lines: { type: 'array', items: { type: 'object', properties: { sku: 'string' } } },
                },
              },
            },
            delete: { id: { type: 'string', required: true } },
          },
          partialParams: ['delete'],
          requires: { get: [['id', 'number']] },
          record: {
            id: 'string',
            total: 'number|null',
            state: { type: 'string', enum: ['open', 'closed'] },
            lines: { type: 'array', items: 'object' },
            customer: 'object|any',
            legacy: null,
          },
          results: { delete: { deleted: 'boolean' } },
          searchFields: { id: 'string', customer: { type: 'object', properties: { name: 'string' } } },
        },
        products: { actions: ['list'] },
      },
    },
  },
};

/** The contract of `shop`. */
export function toyContract(): ConnectorContract {
  const { shop } = parseContract(toyContractFile).connectors;
  if (shop === undefined) throw new Error('The toy contract has no shop');
  return shop;
}

const described = (schema: Record<string, unknown>) => ({ ...schema, description: 'What it is' });
const page = ['has_more', 'next_cursor'];

/** A manifest of `shop` that matches the contract. */
export const toyManifest = {
  id: 'shop',
  kind: 'shop',
  version: '1.0.0',
  contract: 1,
  vendor: 'Shop',
  documentation: 'https://shop.example.com/docs',
  upstream: { version: '1', sunset: null },
  auth: [],
  settings: { type: 'object', properties: {} },
  entities: [
    {
      name: 'orders',
      summary: 'What customers ordered',
      key: 'id',
      record: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          total: { type: ['number', 'null'] },
          state: { type: 'string', enum: ['closed', 'open'] },
          lines: { type: 'array', items: { type: 'object' } },
          customer: { anyOf: [{ type: 'object', properties: { name: { type: 'string' } } }, { type: 'null' }] },
          legacy: {},
        },
      },
      actions: [
        {
          action: 'list',
          summary: 'List orders',
          effect: 'read',
          result: 'records',
          meta: page,
          params: {
            type: 'object',
            properties: {
              limit: described({ type: 'integer', minimum: 1, maximum: 100, default: 10 }),
              state: described({ type: 'string', enum: ['open', 'closed'] }),
              sort: described({ type: 'string' }),
              code: described({ type: 'string', pattern: '^[0-9]{3}$', maxLength: 3 }),
              tags: described({
                type: 'array',
                maxItems: 5,
                items: { type: 'string', enum: ['gift', 'express'] },
              }),
            },
          },
        },
        {
          action: 'get',
          summary: 'Get an order',
          effect: 'read',
          result: 'record',
          meta: [],
          params: {
            type: 'object',
            properties: { id: described({ type: 'string' }), number: described({ type: 'integer' }) },
          },
        },
        {
          action: 'create',
          summary: 'Create an order',
          effect: 'write',
          result: 'record',
          meta: [],
          params: {
            type: 'object',
            required: ['order'],
            properties: {
              order: described({
                type: 'object',
                required: ['customer'],
                properties: {
                  customer: described({ type: 'string' }),
                  note: described({ type: 'string' }),
                  lines: described({
                    type: 'array',
                    items: { type: 'object', properties: { sku: described({ type: 'string' }) } },
                  }),
                },
              }),
            },
          },
        },
        {
          action: 'delete',
          summary: 'Delete an order',
          effect: 'delete',
          result: 'record',
          meta: [],
          result_schema: { type: 'object', properties: { deleted: { type: 'boolean' } } },
          params: {
            type: 'object',
            required: ['id'],
            properties: { id: described({ type: 'string' }), reason: described({ type: 'string' }) },
          },
        },
        {
          action: 'context_store_search',
          summary: 'Search orders',
          effect: 'read',
          result: 'records',
          meta: [],
          params: {},
        },
      ],
      search: {
        fields: [
          { name: 'id', type: 'string', nullable: true },
          { name: 'customer', type: 'object', nullable: true },
          { name: 'customer.name', type: 'string', nullable: true },
        ],
      },
    },
    {
      name: 'products',
      summary: 'What can be ordered',
      key: 'id',
      record: { type: 'object', properties: { id: { type: 'string' } } },
      actions: [
        {
          action: 'list',
          summary: 'List products',
          effect: 'read',
          result: 'records',
          meta: page,
          params: { type: 'object', properties: { limit: described({ type: 'integer', minimum: 1, maximum: 100 }) } },
        },
      ],
      search: null,
    },
  ],
} as const satisfies ConnectorManifest;

/** Copies a manifest with another value at a dotted path; undefined removes the value. */
export function changed(manifest: ConnectorManifest, path: string, value: unknown): ConnectorManifest {
  const copy = structuredClone(manifest);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let parent = copy as unknown as Record<string, unknown>;
  for (const step of steps) {
    const child = parent[step];
    if (typeof child !== 'object' || child === null) throw new Error(`The manifest has no ${path}`);
    parent = child as Record<string, unknown>;
  }
  if (Array.isArray(parent) && value === undefined) parent.splice(Number(last), 1);
  else if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}
