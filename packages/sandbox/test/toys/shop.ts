import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  fromBody,
  page,
  restApi,
} from '@connectory/connector-sdk';
import { z } from 'zod';
import { byId, cursor, limit, text } from './params.ts';

const Product = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'archived']),
  price: z.int(),
  tags: z.array(z.string()),
  dimensions: z.object({ width: z.int(), height: z.int() }).nullish(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

const Order = z.object({
  id: z.int(),
  product_id: z.string(),
  status: z.enum(['open', 'paid', 'canceled']),
  quantity: z.int().min(1).max(9),
  buyer: z.object({ email: z.email(), company: z.string().nullish() }),
  placed_at: z.int(),
});

const Attachment = z.object({
  id: z.int(),
  file_name: z.string(),
  content_type: z.string(),
  size: z.int(),
  content_url: z.string(),
});

const shopApi = restApi({
  recordsAt: 'items',
  recordAt: 'item',
  paging: page.cursor({ param: 'cursor', next: 'paging.next', size: 'limit' }),
  meta: { next: fromBody('paging.next', z.string().nullable()), total: fromBody('paging.total', z.int()) },
});

const products = defineEntity({
  name: 'products',
  summary: 'Things for sale',
  record: Product,
  key: 'id',
  actions: {
    list: shopApi('GET /products.json', {
      summary: 'List products',
      params: z.object({
        cursor,
        limit,
        status: z.enum(['active', 'archived', 'any']).optional().describe('State'),
        sort_by: z.string().optional().describe('Field to sort by'),
        sort_order: z.enum(['asc', 'desc']).optional().describe('Direction'),
        q: z.string().optional().describe('Words'),
      }),
      syncOnly: z.object({ since: z.string() }),
      wire: ({ since, ...rest }) => ({ query: { ...rest, 'created[from]': since } }),
    }),
    get: shopApi('GET /products/{id}.json', { summary: 'Get a product', params: byId }),
    create: shopApi('POST /products.json', {
      summary: 'Create a product',
      params: z.object({
        name: text('Name'),
        price: z.int().optional().describe('Price in cents'),
        tags: z.array(z.string()).optional().describe('Tags'),
        dimensions: z
          .strictObject({ width: z.int().optional().describe('Width'), height: z.int().optional().describe('Height') })
          .optional()
          .describe('Size'),
      }),
      wire: (product) => ({ body: { product } }),
    }),
    update: shopApi('PUT /products/{id}.json', {
      summary: 'Change a product',
      params: byId.extend({ name: z.string().optional().describe('Name') }),
      wire: (product) => ({ body: { product } }),
    }),
    delete: shopApi('DELETE /products/{id}.json', {
      summary: 'Delete a product',
      params: byId,
      recordAt: '',
      result: z.object({ id: z.string(), deleted: z.boolean() }),
    }),
  },
  sync: { via: 'list', cursor: { field: 'created_at', param: 'since' } },
});

const orders = defineEntity({
  name: 'orders',
  summary: 'What was bought',
  record: Order,
  key: 'id',
  actions: {
    list: shopApi(['GET /products/{product_id}/orders.json', 'GET /orders.json'], {
      summary: 'List orders',
      params: z.object({
        cursor,
        limit,
        product_id: z.string().optional().describe('Only orders of this product'),
        placed_at: z
          .strictObject({
            gte: z.int().optional().describe('At or after'),
            lt: z.int().optional().describe('Before'),
          })
          .optional()
          .describe('Time of the order'),
      }),
    }),
    get: shopApi('GET /orders/{order_id}.json', {
      summary: 'Get an order',
      params: z.object({ order_id: z.int().describe('Order id') }),
    }),
  },
});

const cancellations = defineEntity({
  name: 'order_cancellations',
  summary: 'Cancelling an order',
  record: Order,
  key: 'id',
  actions: {
    create: shopApi('POST /orders/{id}/cancel.json', {
      summary: 'Cancel an order',
      params: z.object({ id: z.int().describe('Order id') }),
    }),
  },
});

const comments = defineEntity({
  name: 'product_comments',
  summary: 'What was said of a product',
  record: z.object({ id: z.int(), product_id: z.string(), body: z.string() }),
  key: 'id',
  actions: {
    list: shopApi('GET /products/{product_id}/comments.json', {
      summary: 'List comments',
      params: z.object({ product_id: text('Product'), cursor, limit }),
    }),
    create: shopApi('PUT /products/{product_id}.json', {
      summary: 'Comment on a product; answers the product',
      params: z.object({ product_id: text('Product'), comment: text('Comment') }),
      wire: ({ comment }) => ({ body: { product: { comment: { body: comment } } } }),
      result: Product,
    }),
  },
});

const attachments = defineEntity({
  name: 'attachments',
  summary: 'Files',
  record: Attachment,
  key: 'id',
  actions: {
    get: shopApi('GET /attachments/{attachment_id}', {
      summary: 'Get what is known of a file',
      params: z.object({ attachment_id: z.int().describe('Attachment id') }),
    }),
    create: shopApi('POST /attachments', {
      summary: 'Register a file; answers its id in a header',
      params: z.object({ file_name: text('Name') }),
      result: z.object({ id: z.int() }),
      idHeader: 'x-resource-id',
    }),
    download: shopApi('GET /attachments/{attachment_id}', {
      summary: 'Download a file',
      params: z.object({ attachment_id: z.int().describe('Attachment id') }),
      fileAt: 'item.content_url',
    }),
  },
});

const reports = defineEntity({
  name: 'reports',
  summary: 'Reports, each of which is a file',
  record: z.object({ number: z.int(), title: z.string() }),
  key: null,
  actions: {
    download: shopApi('GET /reports/{number}/content', {
      summary: 'Download a report',
      params: z.object({ number: z.int().describe('Number of the report') }),
    }),
  },
});

/** JSON bodies wrapped in a name, cursors in the body, OAuth or a key, extensions in paths, limits and idempotency. */
export const shop: Connector = defineConnector({
  id: 'shop',
  kind: 'toy shop',
  vendor: 'Toy Shop',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://{region}.shop.example.com/api/v2',
    documentation: 'https://shop.example.com',
    version: { pinned: '2', sunset: null },
    authentication: {
      oauth: auth.oauth2({
        description: 'OAuth',
        authorizationUrl: 'https://shop.example.com/authorize',
        tokenUrl: 'https://shop.example.com/oauth/tokens',
        scopes: ['all'],
      }),
      key: auth.header('x-shop-key', 'api_key', 'Key'),
    },
    settings: z.object({ region: z.string().describe('Region') }),
    failure: {
      message: ['error.message'],
      code: ['error.code'],
      codes: { missing: 'record_not_found', '*_gone': 'upstream_unavailable' },
      requestId: 'x-request-id',
      requestIdAt: 'error.request',
    },
    limits: { remaining: 'x-left', reset: { header: 'x-reset', unit: 'seconds-from-now' } },
    idempotencyHeader: 'Idempotency-Key',
  }),
  entities: [products, orders, cancellations, comments, attachments, reports],
  check: { entity: 'products', action: 'list', params: {} },
});
