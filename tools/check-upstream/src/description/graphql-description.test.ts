import { buildSchema, introspectionFromSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { loadFixture } from '../../test/fixture.ts';
import { faultsOf, requestOf } from '../testing/observed-request.ts';
import { loadDescription } from './load-description.ts';

const endpoint = 'https://library.example/graphql';
const library = loadFixture('library.graphql', { endpoint });
const faults = (query: string, variables?: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  faultsOf(library, requestOf(`POST ${endpoint}`, { query, ...(variables && { variables }), ...more }));

const addBook = 'mutation Add($input: BookInput!) { addBook(input: $input) { id } }';

describe('a GraphQL schema', () => {
  it('takes a right document with right variables', () => {
    const query = 'query Books($id: ID!, $first: Int) { shelf(id: $id) { books(first: $first) { id title } } }';
    expect(faults(query, { id: 'x', first: 5 })).toEqual([]);
    expect(faults(query, { id: 'x' }, { operationName: 'Books' })).toEqual([]);
    expect(faults(addBook, { input: { title: 'x', tags: ['a'], state: 'READ' } })).toEqual([]);
  });

  it('refuses what the schema does not have, at its place in the document', () => {
    expect(faults('{ shelf(id: 1, size: 5) { books { nodes } } }')).toEqual([
      'invalid_document /body/query/shelf/size',
      'invalid_document /body/query/shelf/books/nodes',
    ]);
    expect(faults('query($unused: Int) { books { id } }')).toEqual(['invalid_document /body/query/$unused']);
    expect(faults('{ books { ...Missing } }')).toEqual(['invalid_document /body/query/books/Missing']);
  });

  it('refuses broken syntax and an operation that is not there', () => {
    expect(faults('{ books { id }')).toEqual(['invalid_document /body/query']);
    expect(faults('query A { books { id } }', {}, { operationName: 'B' })).toEqual([
      'invalid_document /body/operationName',
    ]);
    expect(faults('query A { books { id } } query B { books { id } }')).toEqual([
      'invalid_document /body/operationName',
    ]);
  });

  it('reports deprecated fields and values of the document and of the variables', () => {
    expect(faults('{ books(state: LOST) { pages } }')).toEqual([
      'deprecated /body/query/books/state',
      'deprecated /body/query/books/pages',
    ]);
    expect(faults(addBook, { input: { title: 'x', state: 'LOST', shelfName: 'y' } })).toEqual([
      'deprecated /body/variables/input/state',
      'deprecated /body/variables/input/shelfName',
    ]);
  });

  it('compares variables with their types', () => {
    expect(faults(addBook)).toEqual(['wrong_variable /body/variables/input']);
    expect(faults(addBook, { input: { title: 5, tags: ['a', 1] }, inputs: {} })).toEqual([
      'unknown_variable /body/variables/inputs ~input',
      'wrong_variable /body/variables/input/title',
      'wrong_variable /body/variables/input/tags/*',
    ]);
    expect(faults(addBook, { input: { titel: 'x' } })).toEqual([
      'wrong_variable /body/variables/input',
      'wrong_variable /body/variables/input',
    ]);
    expect(faults(addBook, { input: { title: '***', state: '***' } })).toEqual([]);
  });

  it('says what a refused leaf takes', () => {
    const request = requestOf(`POST ${endpoint}`, {
      query: addBook,
      variables: { input: { title: 'x', state: 'GONE' } },
    });
    expect(library.check(request).deviations[0]?.fault).toEqual({
      actual: 'GONE',
      expected: { enum: ['READ', 'UNREAD', 'LOST'] },
      keyword: 'type',
    });
  });

  it('compares the envelope', () => {
    expect(faults('{ books { id } }', {}, { variable: {} })).toEqual(['unknown_field /body/variable ~variables']);
    const form = requestOf(`POST ${endpoint}`, { query: '{ books { id } }' }, { 'Content-Type': 'text/plain' });
    expect(faultsOf(library, form)).toEqual(['content_type /header/content-type']);
  });

  it('knows its endpoint only, or any POST with a query when it has none', () => {
    const body = { query: '{ books { id } }' };
    expect(faultsOf(library, requestOf('POST https://library.example/graph', body))).toEqual([
      `unknown_path /path ~POST ${endpoint}`,
    ]);
    const anywhere = loadFixture('library.graphql');
    expect(faultsOf(anywhere, requestOf('POST http://localhost/x', body))).toEqual([]);
    expect(anywhere.check(requestOf('POST http://localhost/x', { text: 'x' })).operation).toBeUndefined();
    expect(anywhere.check(requestOf('GET http://localhost/x')).operation).toBeUndefined();
  });

  it('loads an introspection result as well', () => {
    const data = introspectionFromSchema(buildSchema('type Query { books: Int }'));
    const introspected = loadDescription({ name: 'x', text: JSON.stringify({ data }) });
    expect(faultsOf(introspected, requestOf('POST https://a.example/', { query: '{ books }' }))).toEqual([]);
    expect(faultsOf(introspected, requestOf('POST https://a.example/', { query: '{ shelf }' }))).toEqual([
      'invalid_document /body/query/shelf',
    ]);
  });
});
