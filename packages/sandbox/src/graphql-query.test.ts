import { type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { project } from './graphql-query.ts';

const document = parse('{ id ... on Cat { name lives } ... on Dog { name tricks } }');
const [{ selectionSet }] = document.definitions as [OperationDefinitionNode];

it.each([
  [
    'says its type the fields of that type',
    { __typename: 'Cat', id: 1, name: 'Tom', lives: 9 },
    { id: 1, name: 'Tom', lives: 9 },
  ],
  [
    'does not say its type the fields of all',
    { id: 1, name: 'Tom' },
    { id: 1, name: 'Tom', lives: null, tricks: null },
  ],
])('gives of a member of a union that %s', (_, value, expected) => {
  expect(project(value, selectionSet, document)).toEqual(expected);
});

it('counts all nodes of a list of which it gives the first', () => {
  const query = parse('{ labels(first: 2) { totalCount nodes { name } } }');
  const [{ selectionSet: cut }] = query.definitions as [OperationDefinitionNode];
  const nodes = ['a', 'b', 'c'].map((name) => ({ name }));
  expect(project({ labels: { nodes } }, cut, query)).toEqual({
    labels: { totalCount: 3, nodes: [{ name: 'a' }, { name: 'b' }] },
  });
});
