import {
  type Action,
  auth,
  defineConnector,
  defineEntity,
  defineUpstream,
  type Entity,
  fromBody,
  type Paging,
  page,
  restApi,
} from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectorDocument } from '../operations.ts';

const api = restApi({
  recordsAt: 'items',
  paging: page.cursor({ param: 'cursor', next: 'next', size: 'limit' }),
  meta: { next: fromBody('next', z.string().nullable()) },
});

const Book = z.object({
  id: z.string(),
  kind: z.enum(['novel', 'poem']).nullable(),
  pages: z.int(),
  author: z.object({ name: z.string() }).nullish(),
  votes: z.object({ '+1': z.int(), '-1': z.int(), total: z.int() }),
});

const byId = z.object({ id: z.string().describe('Book id') });

const connector = defineConnector({
  id: 'library',
  kind: 'library',
  vendor: 'Shelves',
  version: '1.2.3',
  upstream: defineUpstream({
    baseUrl: 'https://shelves.example.org',
    documentation: 'https://shelves.example.org/docs',
    version: { pinned: '2026-01', sunset: null },
    authentication: { api_key: auth.bearer('api_key', 'Key of the library') },
    failure: { message: ['error'] },
  }),
  entities: [
    defineEntity({
      name: 'books',
      summary: 'Books',
      record: Book,
      key: 'id',
      actions: {
        list: api('GET /books', {
          summary: 'List books',
          params: z.object({
            cursor: z.string().optional().describe('Page'),
            limit: z.int().min(1).max(100).default(20).describe('Page size'),
          }),
        }),
        create: api('POST /books', {
          summary: 'Add a book',
          params: z.object({
            author: z.object({ name: z.string(), names: z.array(z.string()) }).describe('Who wrote it'),
            tags: z.array(z.string()).optional().describe('Tags'),
            labels: z.record(z.string(), z.string()).optional().describe('Labels'),
          }),
          deprecated: { since: '2026-11-21', until: '2027-06-01', instead: 'Nothing replaces it.' },
        }),
        get: api('GET /books/{id}', { summary: 'Get a book', params: byId }),
        download: api('GET /books/{id}/text', { summary: 'Get the text', params: byId }),
      },
      search: { fields: ['id', 'pages', 'author.name', 'votes'] },
      sync: { via: 'list' },
    }),
    defineEntity({
      name: 'loans',
      summary: 'Books that are lent',
      record: Book,
      key: 'id',
      actions: { get: api('GET /loans/{id}', { summary: 'Get a loan', params: byId }) },
    }),
  ],
  check: { entity: 'books', action: 'list', params: {} },
});

type Json = Readonly<Record<string, unknown>>;

const document = connectorDocument(connector);
const schemas = (document.components?.schemas ?? {}) as unknown as Readonly<Record<string, Json>>;
const base = '/api/v1/integrations/connectors/{connector_id}/execute';
const operation = (address: string) => document.paths?.[`${base}${address}`]?.post as unknown as Json;

describe('the document of a connector', () => {
  it('has an address for each action, and for the dry run of each that changes something', () => {
    expect(Object.keys(document.paths ?? {})).toEqual([
      `${base}/books/list`,
      `${base}/books/get`,
      `${base}/books/create`,
      `${base}/books/create/dry-run`,
      `${base}/books/download`,
      `${base}/books/context_store_search`,
      `${base}/loans/get`,
    ]);
    expect(operation('/books/list')).toMatchObject({
      operationId: 'books_list',
      tags: ['books'],
      summary: 'List books',
    });
  });

  it('names what an action takes and returns', () => {
    expect(schemas.BooksListRequest?.properties).toMatchObject({
      params: { $ref: '#/components/schemas/BooksListParameters' },
    });
    expect(schemas.BooksListRequest?.required).toBeUndefined();
    expect(schemas.BooksCreateRequest?.required).toEqual(['params']);
    expect(schemas.BooksListResult?.properties).toEqual({
      data: { type: 'array', items: { $ref: '#/components/schemas/BooksRecord' } },
      meta: { $ref: '#/components/schemas/PageMetaCursor' },
    });
    expect(schemas.PageMetaCursor?.required).toEqual(['next', 'next_params']);
    expect(schemas.NextParamsCursor?.properties).toEqual({ cursor: { type: 'string' } });
  });

  it('requires nothing of records, admits null but in the key, and closes no list of values', () => {
    expect(schemas.BooksRecord?.required).toBeUndefined();
    expect(schemas.BooksRecord?.properties).toEqual({
      id: { type: 'string' },
      kind: { type: ['string', 'null'], 'x-extensible-enum': ['novel', 'poem'] },
      pages: { type: ['integer', 'null'], format: 'int64' },
      author: { anyOf: [{ $ref: '#/components/schemas/BooksRecordAuthor' }, { type: 'null' }] },
      votes: { anyOf: [{ $ref: '#/components/schemas/BooksRecordVotes' }, { type: 'null' }] },
    });
  });

  it('leaves out members that would be one identifier', () => {
    expect(Object.keys(schemas.BooksRecordVotes?.properties ?? {})).toEqual(['total']);
  });

  it('keeps rules of parameters and makes nested ones components', () => {
    expect(schemas.BooksListParameters?.properties).toMatchObject({
      limit: { type: 'integer', format: 'int32', minimum: 1, maximum: 100, default: 20 },
    });
    expect(schemas.BooksCreateParameters).toMatchObject({
      required: ['author'],
      additionalProperties: false,
      properties: { author: { $ref: '#/components/schemas/BooksCreateParametersAuthor' } },
    });
    expect(schemas.BooksCreateParametersAuthor).toMatchObject({
      description: 'Who wrote it',
      required: ['name', 'names'],
    });
  });

  it('shares records that are the same', () => {
    expect(schemas.LoansGetResult?.properties).toMatchObject({ data: { $ref: '#/components/schemas/BooksRecord' } });
    expect(schemas.LoansRecord).toBeUndefined();
  });

  it('types searches by the search fields', () => {
    expect(Object.keys(schemas.BooksSearchValues?.properties ?? {})).toEqual(['id', 'pages', 'author.name']);
    expect(schemas.BooksSearchFilter?.properties).toMatchObject({
      and: { items: { $ref: '#/components/schemas/BooksSearchFilter' } },
      not: { $ref: '#/components/schemas/BooksSearchFilter' },
      lt: { $ref: '#/components/schemas/BooksSearchValues' },
      like: { $ref: '#/components/schemas/SearchTexts' },
    });
    expect(schemas.BooksSearchFilter?.properties).not.toHaveProperty('contains');
    expect(schemas.BooksSearchHit).toMatchObject({
      allOf: [{ $ref: '#/components/schemas/BooksSearchValues' }, { properties: { votes: {} } }],
    });
    expect(schemas.BooksContextStoreSearchResult?.properties).toMatchObject({
      data: { items: { $ref: '#/components/schemas/BooksSearchHit' } },
    });
  });

  it('types a dry run', () => {
    expect(operation('/books/create/dry-run')).toMatchObject({
      operationId: 'books_create_dry_run',
      'x-effect': 'read',
      requestBody: operation('/books/create').requestBody,
      responses: {
        200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ExecutePreview' } } } },
      },
    });
  });

  it('leads from a page to the next one and to its first record', () => {
    expect(operation('/books/list')).toMatchObject({
      responses: {
        200: {
          links: {
            next_page: {
              operationId: 'books_list',
              requestBody: '{"params":{"cursor":"{$response.body#/meta/next_params/cursor}"}}',
            },
            first_record: { operationId: 'books_get', requestBody: '{"params":{"id":"{$response.body#/data/0/id}"}}' },
          },
        },
      },
    });
    expect(operation('/books/context_store_search')).toMatchObject({
      responses: {
        200: {
          links: {
            next_page: {
              operationId: 'books_context_store_search',
              requestBody:
                '{"params":{"query":"{$request.body#/params/query}","cursor":"{$response.body#/meta/next_params/cursor}"}}',
            },
          },
        },
      },
    });
    expect(JSON.stringify(operation('/books/get'))).not.toContain('links');
  });

  it('leads to no page by a parameter that callers do not have', () => {
    const [books, loans] = connector.entities as [Entity, Entity];
    const list = books.actions.list as Action;
    const paging = { ...list.paging, alternatives: ['after', 'limit'] } as Paging;
    const entities = [{ ...books, actions: { ...books.actions, list: { ...list, paging } } }, loans];
    const { components } = connectorDocument({ ...connector, entities });
    expect(components?.schemas).toMatchObject({ NextParamsCursor: { properties: { limit: {} } } });
    expect(components?.schemas).not.toMatchObject({ NextParamsCursor: { properties: { after: {} } } });
  });

  it('keeps generators from sending lists and maps that were not set', () => {
    expect(schemas.SelectFields).toMatchObject({ type: 'array', 'x-nullable': true });
    expect(schemas.BooksCreateParameters?.properties).toMatchObject({
      tags: { type: 'array', 'x-nullable': true },
      labels: { type: 'object', 'x-nullable': true },
    });
    expect(schemas.BooksCreateParametersAuthor?.properties).toMatchObject({ names: { type: 'array' } });
    expect(JSON.stringify(schemas.BooksCreateParametersAuthor)).not.toContain('x-nullable');
    expect(JSON.stringify(schemas.BooksRecord)).not.toContain('x-nullable');
  });

  it('says what is deprecated, what takes a key and what is a file', () => {
    expect(operation('/books/create')).toMatchObject({
      deprecated: true,
      description: expect.stringMatching(
        /Deprecated since 2026-11-21; may be removed on or after 2027-06-01\. Nothing replaces it\.$/,
      ),
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
      responses: { 200: { headers: { Sunset: { $ref: '#/components/headers/Sunset' } } } },
    });
    expect(operation('/books/download')).toMatchObject({
      parameters: [{ $ref: '#/components/parameters/Range' }],
      responses: { 206: { $ref: '#/components/responses/PartOfFile' } },
    });
  });

  it('shows examples that come from the declarations alone', () => {
    const list = { params: { limit: 20 } };
    expect(operation('/books/list')).toMatchObject({
      requestBody: { content: { 'application/json': { example: list } } },
      responses: {
        200: {
          content: {
            'application/json': {
              example: { data: [{ id: 'id', kind: 'novel', pages: 1 }], meta: { next: null, next_params: null } },
            },
          },
        },
      },
    });
  });

  it('describes every operation and says what it does to the upstream', () => {
    const said = ['/books/list', '/books/create', '/books/download', '/books/context_store_search'].map((address) => {
      const { description, 'x-effect': effect } = operation(address);
      return `${effect}: ${description}`;
    });
    expect(said).toEqual([
      'read: Returns a page of records; `meta.next_params` leads to the next one. It changes nothing.',
      expect.stringMatching(/^write: Returns one record\. It writes; .* Deprecated since 2026-11-21/),
      'read: Returns the bytes of a file. It changes nothing.',
      'read: Returns a page of records from the synchronized copy, which may lag behind the vendor. It changes nothing.',
    ]);
  });

  it('shares the responses of failures', () => {
    expect(operation('/loans/get').responses).toMatchObject({
      '4XX': { $ref: '#/components/responses/Refusal' },
      '5XX': { $ref: '#/components/responses/Failure' },
    });
    const { Refusal: refusal, Failure: failure } = (document.components?.responses ?? {}) as Readonly<
      Record<string, { readonly description: string }>
    >;
    expect(refusal?.description).toContain('404 `record_not_found`: ');
    expect(failure?.description).toContain('504 `upstream_timeout`: ');
  });

  it('refers to nothing that is not there, and has nothing nobody refers to', () => {
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, name]) => name));
    const { securitySchemes: _named, ...components } = document.components ?? {};
    const present = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    );
    expect([...referred].sort()).toEqual(present.sort());
  });
});
