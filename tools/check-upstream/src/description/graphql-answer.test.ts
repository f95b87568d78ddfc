import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compareRecord } from '../records/compare-record.ts';
import { elementsOf, followPath } from '../records/follow-path.ts';
import { graphqlAnswers } from './graphql-answer.ts';
import { checkValue } from './schema-check.ts';

const answers = graphqlAnswers(
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

const answerTo = (text: string, operationName?: string) => {
  const answer = answers(parse(text), operationName);
  if (answer === undefined) throw new Error('there is no such operation');
  return answer;
};

const faultsOf = (text: string, data: unknown) => {
  const { schema, resolve } = answerTo(text);
  const context = { resolve, text: false, answer: true };
  return checkValue(schema, { data }, '', context).map(({ kind, where }) => `${kind} ${where}`);
};

describe('the answer to an operation', () => {
  const query =
    '{ issues { id status: state author { ... on User { login } ...bot } closedAt extra } } fragment bot on Bot { login runs }';
  const issue = { id: '1', status: 'OPEN', author: { login: 'x' }, closedAt: null, extra: { any: 'thing' } };

  it('has what was selected, under the names it was given', () => {
    expect(faultsOf(query, { issues: [issue, { ...issue, author: null, closedAt: '2026-11-01T00:00:00Z' }] })).toEqual(
      [],
    );
    expect(faultsOf(query, { issues: [{ ...issue, id: null, status: 'OPENED', closedAt: 'soon' }] })).toEqual([
      'wrong_type /data/issues/*/id',
      'wrong_value /data/issues/*/status',
      'wrong_value /data/issues/*/closedAt',
    ]);
    const { extra: _, ...without } = issue;
    expect(faultsOf(query, { issues: [without] })).toEqual(['missing_field /data/issues/*/extra']);
  });

  it('is one of the types a union may be, an empty object for one nothing was selected of', () => {
    expect(faultsOf(query, { issues: [{ ...issue, author: { login: 'x', runs: 5 } }] })).toEqual([]);
    expect(faultsOf(query, { issues: [{ ...issue, author: { runs: 5 } }] })).toEqual([
      'missing_field /data/issues/*/author/login',
    ]);
    const node = '{ node(id: "1") { ... on User { login } } }';
    expect(faultsOf(node, { node: {} })).toEqual([]);
    expect(faultsOf(node, { node: { login: 'x' } })).toEqual([]);
    expect(faultsOf(node, { node: { members: [] } })).not.toEqual([]);
  });

  it('describes the fields of its types that were not selected as well, which may be missing', () => {
    const answer = answerTo('{ issues { id } }');
    const end = followPath(answer, 'data.issues');
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
    expect(followPath(answerTo(two, 'two'), 'data.node.id')).toHaveProperty('found');
    expect(answers(parse(two), undefined)).toBeUndefined();
  });
});
