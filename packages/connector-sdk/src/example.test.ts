import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auth, defineConnector, defineEntity, defineUpstream, fromBody, page, restApi } from './index.ts';
import { describeConnector } from './manifest.ts';

const upstream = defineUpstream({
  baseUrl: 'https://{region}.library.example',
  documentation: 'https://library.example/docs',
  version: { pinned: '2026-10', sunset: null },
  authentication: { api_key: auth.bearer('api_key', 'Key from the account page of the library') },
  settings: z.object({ region: z.string().default('eu').describe('Region that holds the account') }),
  headers: { 'library-version': '{api_version}' },
  failure: {
    message: ['error.message'],
    code: ['error.code'],
    codes: { no_such_book: 'record_not_found' },
  },
});

const library = restApi({
  recordsAt: 'items',
  paging: page.cursor({ param: 'cursor', next: 'next_cursor', size: 'limit' }),
  meta: { next_cursor: fromBody('next_cursor', z.string().nullable()) },
});

const Book = z.object({
  id: z.string(),
  title: z.string(),
  author: z.object({ name: z.string() }).nullish(),
  updated_at: z.string(),
});

const byId = z.object({ book_id: z.string().describe('Book id') });

const books = defineEntity({
  name: 'books',
  summary: 'Books the library owns',
  record: Book,
  key: 'id',
  actions: {
    list: library('GET /v1/books', {
      summary: 'List books, newest first',
      params: z.object({
        updated_since: z.string().optional().describe('Only books changed at or after this ISO 8601 time'),
        limit: z.int().min(1).max(100).default(20).describe('Number of records per page'),
        cursor: z.string().optional().describe('The next_cursor of the previous response'),
      }),
    }),
    get: library('GET /v1/books/{book_id}', { summary: 'Get one book', params: byId }),
    update: library('PATCH /v1/books/{book_id}', {
      summary: 'Change the title of a book',
      params: byId.extend({ title: z.string().max(200).describe('New title') }),
      wire: ({ title }) => ({ body: { book: { title } } }),
    }),
  },
  search: { fields: ['id', 'title', 'author.name', 'updated_at'] },
  sync: { via: 'list', params: { limit: 100 }, cursor: { field: 'updated_at', param: 'updated_since' } },
});

const libraryConnector = defineConnector({
  id: 'library',
  kind: 'library',
  vendor: 'Library',
  version: '1.0.0',
  upstream,
  entities: [books],
  check: { entity: 'books', action: 'list', params: { limit: 1 } },
});

describe('the example', () => {
  it('stands in the README as it is here, but for line breaks', () => {
    const squeeze = (text: string) => text.replace(/\s+/g, ' ').replace(/,? ([}\])])/g, ' $1');
    const source = readFileSync(new URL(import.meta.url), 'utf8');
    const example = source
      .slice(source.indexOf("import { z } from 'zod'"), source.indexOf("\n\ndescribe('the example'"))
      .replace("import { describeConnector } from './manifest.ts';\n", '')
      .replace("'./index.ts'", "'@connectory/connector-sdk'")
      .replace('const libraryConnector', 'export const libraryConnector');
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    expect(squeeze(readme)).toContain(
      squeeze(`\`\`\`ts (run by packages/connector-sdk/src/example.test.ts)\n${example}\n\`\`\``),
    );
  });

  it('sends what it declares', () => {
    const { list, get, update } = books.actions;
    expect(list.request(list.params.parse({ cursor: 'c' }))).toMatchObject({
      method: 'GET',
      path: '/v1/books',
      query: { cursor: 'c', limit: 20 },
    });
    expect(get.request({ book_id: 'a/b' }).path).toBe('/v1/books/a%2Fb');
    expect(update.request({ book_id: '7', title: 'Emma' })).toMatchObject({
      method: 'PATCH',
      path: '/v1/books/7',
      body: { encoding: 'json', value: { book: { title: 'Emma' } } },
    });
  });

  it('describes itself', () => {
    const [entity] = describeConnector(libraryConnector).entities;
    expect(entity?.actions.map(({ action, result }) => `${action}: ${result}`)).toEqual([
      'list: records',
      'get: record',
      'update: record',
      'context_store_search: records',
    ]);
    expect(entity?.search?.fields.map(({ name }) => name)).toEqual(['id', 'title', 'author.name', 'updated_at']);
  });
});
