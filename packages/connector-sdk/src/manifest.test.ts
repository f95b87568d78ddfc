import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auth } from './authentication.ts';
import { defineConnector } from './connector.ts';
import { decimal } from './decimal.ts';
import { defineEntity } from './entity.ts';
import { describeConnector, jsonSchema } from './manifest.ts';
import { fromBody, page } from './page.ts';
import { eachOfSetting } from './parent.ts';
import { restApi } from './rest-api.ts';
import { absent, from } from './search.ts';
import { time } from './time.ts';
import { defineUpstream } from './upstream.ts';

const api = restApi({
  paging: page.cursor({ param: 'cursor', next: 'next' }),
  meta: { next_cursor: fromBody('next', z.string().nullable()) },
});
const byId = z.object({ id: z.string().describe('Item id') });
const deprecated = { since: '2026-11-21', until: '2027-06-01', instead: 'Call list with the id.' };
const Item = z.object({
  id: z.string(),
  price: z.number().nullish(),
  tax: decimal().nullish().describe('Tax'),
  paid_at: time('unix-seconds', z.int()).nullish().describe('When it was paid'),
  tags: z.array(z.string()).nullish(),
  owner: z.object({ name: z.string(), team: z.object({ size: z.int().nullish() }).nullish() }).nullish(),
  status: z.enum(['open', 'closed']).nullish(),
  extra: z.record(z.string(), z.unknown()).nullish(),
  either: z.union([z.string(), z.int()]).nullish(),
  deleted: z.boolean(),
});

const items = defineEntity({
  name: 'items',
  summary: 'Things for sale',
  record: Item,
  key: 'id',
  actions: {
    delete: api('DELETE /items/{id}', {
      summary: 'Delete one',
      params: byId,
      result: z.object({ deleted: z.boolean() }),
    }),
    update: api('POST /items/{id}/send', { summary: 'Send one', params: byId, effect: 'outward' }),
    get: api('GET /items/{id}', { summary: 'Get one', params: byId, deprecated }),
    list: api('GET /items', {
      summary: 'List them',
      params: z.object({
        cursor: z.string().optional().describe('Cursor'),
        limit: z.int().max(50).default(10).describe('Size'),
      }),
    }),
    download: api('GET /items/{id}/file', { summary: 'Get the file', params: byId }),
  },
  search: {
    fields: [
      'id',
      'price',
      'tax',
      'paid_at',
      'tags',
      'owner',
      'owner.name',
      'owner.team.size',
      'status',
      'extra',
      'either',
      'deleted',
    ],
    derived: {
      gone: from(z.boolean().nullable(), (record) => record.deleted),
      total: from(decimal(), (record) => record.price),
      sold_at: from(time(), (record) => record.sold),
      cards: absent(z.string(), 'left the API'),
    },
  },
});

const shop = defineConnector({
  id: 'shop',
  kind: 'shop',
  vendor: 'Shop',
  logo: { path: 'M0 0h24v24H0z', color: '#123abc' },
  version: '1.2.3',
  upstream: defineUpstream({
    baseUrl: 'https://{region}.example.com',
    documentation: 'https://example.com/docs',
    version: { pinned: '2026-01', sunset: '2027-01-01' },
    authentication: { api_key: auth.bearer('api_key', 'Key of the shop') },
    settings: z.object({ region: z.string().describe('Region') }),
    failure: { message: ['message'] },
  }),
  entities: [items, defineEntity({ name: 'plain', summary: 'Plain', record: Item, key: null, actions: {} })],
  check: { entity: 'items', action: 'list', params: {} },
});
const manifest = describeConnector(shop);
const entity = manifest.entities[0];
const action = (name: string) => entity?.actions.find((one) => one.action === name);

describe('describeConnector', () => {
  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(manifest))).toEqual(manifest);
  });

  it('describes the connector and its upstream', () => {
    expect(manifest).toMatchObject({
      id: 'shop',
      kind: 'shop',
      vendor: 'Shop',
      logo: { path: 'M0 0h24v24H0z', color: '#123abc' },
      access: 'read and write',
      events: null,
      version: '1.2.3',
      contract: 1,
      documentation: 'https://example.com/docs',
      upstream: { version: '2026-01', sunset: '2027-01-01' },
      settings: { properties: { region: { type: 'string', description: 'Region' } }, required: ['region'] },
    });
  });

  it('says that a connector only reads if none of its actions does more', () => {
    const { list, get } = items.actions;
    const reading = { ...items, actions: { list, get } } as typeof items;
    expect(describeConnector({ ...shop, entities: [reading] })).toMatchObject({ access: 'read' });
  });

  it('lists the credential fields of each way to authenticate', () => {
    expect(manifest.auth).toEqual([
      {
        name: 'api_key',
        scheme: 'bearer',
        description: 'Key of the shop',
        fields: [{ name: 'api_key', description: 'Key of the shop', secret: true, required: true }],
      },
    ]);
  });

  it('tells where the parameters that name a parent come from', () => {
    expect(entity?.parent).toBeUndefined();
    const list = api('GET /parts', {
      summary: 'List',
      params: z.object({ shop: z.string().describe('S'), item: z.string().describe('I') }),
    });
    const parts = {
      name: 'parts',
      summary: 'Parts',
      record: Item,
      key: 'id',
      actions: { list },
      search: { fields: [] },
    } as const;
    const described = (sync: object) => {
      const entities = [items, defineEntity({ ...parts, sync: { via: 'list', ...sync } as never })];
      return describeConnector({ ...shop, entities }).entities[1]?.parent;
    };
    expect(described({ each: items, bind: { item: 'id' } })).toEqual({ entity: 'items', params: { item: 'id' } });
    expect(described({ each: eachOfSetting('shops', ['shop', 'id']), bind: { shop: 'shop', item: 'id' } })).toEqual({
      setting: { name: 'shops', separator: '/', parts: ['shop', 'id'] },
      params: { shop: 'shop', item: 'id' },
    });
  });

  it('lists actions in the order of the contract', () => {
    expect(entity).toMatchObject({ name: 'items', summary: 'Things for sale', key: 'id' });
    expect(entity?.actions.map((one) => one.action)).toEqual([
      'list',
      'get',
      'update',
      'delete',
      'download',
      'context_store_search',
    ]);
  });

  it('shows parameters, result and pagination of an action', () => {
    expect(action('list')).toEqual({
      action: 'list',
      summary: 'List them',
      effect: 'read',
      params: {
        type: 'object',
        properties: {
          cursor: { type: 'string', description: 'Cursor' },
          limit: { type: 'integer', maximum: 50, default: 10, description: 'Size' },
        },
        additionalProperties: false,
      },
      result: 'records',
      meta: ['next_cursor'],
    });
    expect(action('get')).toMatchObject({ result: 'record', meta: [], deprecated });
    expect(action('download')).toMatchObject({ result: 'file', meta: [] });
  });

  it('says what an action does, by its name or by its author', () => {
    expect(['list', 'download', 'delete', 'update'].map((name) => action(name)?.effect)).toEqual([
      'read',
      'read',
      'delete',
      'outward',
    ]);
  });

  it('shows a result that is not the record', () => {
    expect(action('delete')?.result_schema).toEqual({
      type: 'object',
      properties: { deleted: { type: ['boolean', 'null'] } },
    });
    expect(action('get')).not.toHaveProperty('result_schema');
  });

  it('shows the search of an entity that has search fields, as the specification has it', () => {
    const specification = new URL('../../../spec/search.schema.json', import.meta.url);
    const { $schema, title, ...params } = JSON.parse(readFileSync(specification, 'utf8'));
    expect(action('context_store_search')).toEqual({
      action: 'context_store_search',
      summary: 'Search the synchronized copy by its search fields',
      effect: 'read',
      params,
      result: 'records',
      meta: ['has_more', 'cursor', 'took_ms', 'synced_at'],
    });
  });

  it('shows search fields with their types, also below nullable objects', () => {
    const types = Object.fromEntries(entity?.search?.fields.map(({ name, type }) => [name, type]) ?? []);
    expect(types).toEqual({
      id: 'string',
      price: 'number',
      tax: 'decimal',
      paid_at: 'integer',
      tags: 'array',
      owner: 'object',
      'owner.name': 'string',
      'owner.team.size': 'integer',
      status: 'string',
      extra: 'object',
      either: 'any',
      deleted: 'boolean',
      gone: 'boolean',
      total: 'decimal',
      sold_at: 'string',
      cards: 'string',
    });
    expect(entity?.record).toMatchObject({
      properties: { tax: { type: ['string', 'null'], format: 'decimal' } },
    });
    expect(entity?.search?.fields.filter(({ format }) => format !== undefined)).toEqual([
      { name: 'paid_at', type: 'integer', nullable: true, format: 'unix-seconds', description: 'When it was paid' },
      { name: 'sold_at', type: 'string', nullable: true, format: 'iso-8601' },
    ]);
    expect(entity?.search?.fields.at(-1)).toEqual({
      name: 'cards',
      type: 'string',
      nullable: true,
      absent: 'left the API',
    });
    expect(manifest.entities[1]).toMatchObject({ key: null, actions: [], search: null });
  });
});

it('marks entities, actions and search fields that the contract does not have', () => {
  const record = z.object({ id: z.string(), body: z.string() });
  const list = api('GET /items', { summary: 'List' });
  const create = api('POST /items', { beyondContract: true, summary: 'Create' });
  const [known, added] = describeConnector(
    defineConnector({
      ...shop,
      entities: [
        defineEntity({
          name: 'known',
          summary: 'Known',
          record,
          key: 'id',
          actions: { list, create },
          search: {
            fields: ['id'],
            beyondContract: ['body', 'size'],
            derived: { size: from(z.int(), ({ body }) => body.length), title: absent(z.string(), 'Not sent') },
          },
          sync: { via: 'list' },
        }),
        defineEntity({ name: 'added', summary: 'Added', beyondContract: true, record, key: 'id', actions: { list } }),
      ],
      check: { entity: 'known', action: 'list', params: {} },
    }),
  ).entities;
  const marks = (members: readonly { beyond_contract?: true }[] | undefined) =>
    members?.map(({ beyond_contract }) => beyond_contract);
  expect(known?.beyond_contract).toBeUndefined();
  expect(marks(known?.actions)).toEqual([undefined, true, undefined]);
  expect(known?.search?.fields.map(({ name }) => name)).toEqual(['id', 'body', 'size', 'title']);
  expect(marks(known?.search?.fields)).toEqual([undefined, true, true, undefined]);
  expect(added?.beyond_contract).toBe(true);
  expect(marks(added?.actions)).toEqual([true]);
});

describe('jsonSchema', () => {
  it('describes what a caller may send, without noise', () => {
    expect(
      jsonSchema(z.strictObject({ a: z.int(), b: z.number().min(0).default(1), c: z.record(z.string(), z.unknown()) })),
    ).toEqual({
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'number', minimum: 0, default: 1 }, c: { type: 'object' } },
      required: ['a', 'c'],
      additionalProperties: false,
    });
  });

  it('keeps what says something', () => {
    expect(jsonSchema(z.record(z.string(), z.int().max(9)))).toEqual({
      type: 'object',
      propertyNames: { type: 'string' },
      additionalProperties: { type: 'integer', maximum: 9 },
    });
  });
});
