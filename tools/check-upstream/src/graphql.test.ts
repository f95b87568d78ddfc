import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deviationsOf, loadFixture, requestOf } from '../test/fixture.ts';
import { graphqlResponses } from './graphql.ts';
import { compareRecord, elementsOf, followPath } from './records.ts';
import { checkValue } from './schemas.ts';

const endpoint = 'https://library.example/graphql';
const library = loadFixture('library.graphql', { endpoint });
const deviations = (query: string, variables?: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  deviationsOf(library, requestOf(`POST ${endpoint}`, { query, ...(variables && { variables }), ...more }));

const addBook = 'mutation Add($input: BookInput!) { addBook(input: $input) { id } }';

describe('a GraphQL schema', () => {
  it('takes a right document with right variables', () => {
    const query = 'query Books($id: ID!, $first: Int) { shelf(id: $id) { books(first: $first) { id title } } }';
    expect(deviations(query, { id: 'x', first: 5 })).toEqual([]);
    expect(deviations(query, { id: 'x' }, { operationName: 'Books' })).toEqual([]);
    expect(deviations(addBook, { input: { title: 'x', tags: ['a'], state: 'READ' } })).toEqual([]);
  });

  it('refuses what the schema does not have, at its place in the document', () => {
    expect(deviations('{ shelf(id: 1, size: 5) { books { nodes } } }')).toEqual([
      'invalid_document /body/query/shelf/size',
      'invalid_document /body/query/shelf/books/nodes',
    ]);
    expect(deviations('query($unused: Int) { books { id } }')).toEqual(['invalid_document /body/query/$unused']);
    expect(deviations('{ books { ...Missing } }')).toEqual(['invalid_document /body/query/books/Missing']);
  });

  it('refuses broken syntax and an operation that is not there', () => {
    expect(deviations('{ books { id }')).toEqual(['invalid_document /body/query']);
    expect(deviations('query A { books { id } }', {}, { operationName: 'B' })).toEqual([
      'invalid_document /body/operationName',
    ]);
    expect(deviations('query A { books { id } } query B { books { id } }')).toEqual([
      'invalid_document /body/operationName',
    ]);
  });

  it('reports deprecated fields and values of the document and of the variables', () => {
    expect(deviations('{ books(state: LOST) { pages } }')).toEqual([
      'deprecated /body/query/books/state',
      'deprecated /body/query/books/pages',
    ]);
    expect(deviations(addBook, { input: { title: 'x', state: 'LOST', shelfName: 'y' } })).toEqual([
      'deprecated /body/variables/input/state',
      'deprecated /body/variables/input/shelfName',
    ]);
  });

  it('compares variables with their types', () => {
    expect(deviations(addBook)).toEqual(['wrong_variable /body/variables/input']);
    expect(deviations(addBook, { input: { title: 5, tags: ['a', 1] }, inputs: {} })).toEqual([
      'unknown_variable /body/variables/inputs ~input',
      'wrong_variable /body/variables/input/title',
      'wrong_variable /body/variables/input/tags/*',
    ]);
    expect(deviations(addBook, { input: { titel: 'x' } })).toEqual([
      'wrong_variable /body/variables/input',
      'wrong_variable /body/variables/input',
    ]);
    expect(deviations(addBook, { input: { title: '***', state: '***' } })).toEqual([]);
  });

  it('says what a refused leaf takes', () => {
    const request = requestOf(`POST ${endpoint}`, {
      query: addBook,
      variables: { input: { title: 'x', state: 'GONE' } },
    });
    expect(library.check(request).deviations[0]?.rejected).toEqual({
      actual: 'GONE',
      expected: { enum: ['READ', 'UNREAD', 'LOST'] },
      keyword: 'type',
    });
  });

  it('compares the envelope', () => {
    expect(deviations('{ books { id } }', {}, { variable: {} })).toEqual(['unknown_field /body/variable ~variables']);
    const form = requestOf(`POST ${endpoint}`, { query: '{ books { id } }' }, { 'Content-Type': 'text/plain' });
    expect(deviationsOf(library, form)).toEqual(['content_type /header/content-type']);
  });

  it('knows its endpoint only, or any POST with a query when it has none', () => {
    const body = { query: '{ books { id } }' };
    expect(deviationsOf(library, requestOf('POST https://library.example/graph', body))).toEqual([
      `unknown_path /path ~POST ${endpoint}`,
    ]);
    const anywhere = loadFixture('library.graphql');
    expect(deviationsOf(anywhere, requestOf('POST http://localhost/x', body))).toEqual([]);
    expect(anywhere.check(requestOf('POST http://localhost/x', { text: 'x' })).operation).toBeUndefined();
    expect(anywhere.check(requestOf('GET http://localhost/x')).operation).toBeUndefined();
  });
});

const responses = graphqlResponses(
  buildSchema(`
    scalar DateTime
    scalar Anything
    enum State { OPEN CLOSED }
    interface Node { id: ID! }
    type User implements Node { id: ID! login: String! bio: String }
    type Bot implements Node { id: ID! login: String! runs: Int! }
    type Team implements Node { id: ID! members: [User!]! }
    union Actor = User | Bot
    type Issue implements Node { id: ID! state: State! author: Actor closedAt: DateTime extra: Anything parent: Issue }
    type Query { issues: [Issue!]! node(id: ID!): Node }
  `),
);

const responseTo = (text: string, operationName?: string) => {
  const document = parse(text);
  const operation = getOperationAST(document, operationName);
  const response = operation ? responses(document, operation) : undefined;
  if (response === undefined) throw new Error('there is no such operation');
  return response;
};

const responseDeviations = (text: string, data: unknown) => {
  const { schema, resolve } = responseTo(text);
  const context = { resolve, text: false, response: true };
  return checkValue(schema, { data }, '', context).map(({ kind, where }) => `${kind} ${where}`);
};

describe('the response to an operation', () => {
  const query =
    '{ issues { id status: state author { ... on User { login } ...bot } closedAt extra } } fragment bot on Bot { login runs }';
  const issue = { id: '1', status: 'OPEN', author: { login: 'x' }, closedAt: null, extra: { any: 'thing' } };

  it('has what was selected, under the names it was given', () => {
    expect(
      responseDeviations(query, { issues: [issue, { ...issue, author: null, closedAt: '2026-11-01T00:00:00Z' }] }),
    ).toEqual([]);
    expect(responseDeviations(query, { issues: [{ ...issue, id: null, status: 'OPENED', closedAt: 'soon' }] })).toEqual(
      ['wrong_type /data/issues/*/id', 'wrong_value /data/issues/*/status', 'wrong_value /data/issues/*/closedAt'],
    );
    const { extra: _, ...without } = issue;
    expect(responseDeviations(query, { issues: [without] })).toEqual(['missing_field /data/issues/*/extra']);
  });

  it('is one of the types a union may be, an empty object for one nothing was selected of', () => {
    expect(responseDeviations(query, { issues: [{ ...issue, author: { login: 'x', runs: 5 } }] })).toEqual([]);
    expect(responseDeviations(query, { issues: [{ ...issue, author: { runs: 5 } }] })).toEqual([
      'missing_field /data/issues/*/author/login',
    ]);
    const node = '{ node(id: "1") { ... on User { login } } }';
    expect(responseDeviations(node, { node: {} })).toEqual([]);
    expect(responseDeviations(node, { node: { login: 'x' } })).toEqual([]);
    expect(responseDeviations(node, { node: { members: [] } })).not.toEqual([]);
  });

  it('describes the fields of its types that were not selected as well, which may be missing', () => {
    const reply = responseTo('{ issues { id } }');
    const end = followPath(reply, 'data.issues');
    const row = 'found' in end ? elementsOf(end.found) : undefined;
    if (row === undefined) throw new Error('there are no rows');
    const record = z.object({
      id: z.string(),
      state: z.enum(['OPEN']).optional(),
      parent: z.object({ closedAt: z.string().nullish() }).nullish(),
      author: z.object({ bio: z.string().nullish(), name: z.string() }).nullish(),
      extra: z.string(),
    });
    const { deviations, unchecked } = compareRecord(
      { schema: z.toJSONSchema(record), resolve: () => undefined },
      row,
      '',
    );
    expect(deviations.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
      'unlisted_value /state',
      'unknown_field /author/name',
      'absence_denied /extra',
    ]);
    expect(unchecked).toEqual(['/extra']);
  });

  it('is that of the operation that is named', () => {
    const two = 'query one { issues { id } } query two { node(id: "1") { id } }';
    expect(followPath(responseTo(two, 'two'), 'data.node.id')).toHaveProperty('found');
  });
});
