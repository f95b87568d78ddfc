import { graphqlApi, selection } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requireDeclaredFields } from './declared-fields.ts';

const record = z.object({
  id: z.string(),
  name: z.string().nullish(),
  topics: z.array(z.string()).nullish(),
  owner: z.object({ login: z.string(), plan: z.object({ name: z.string() }).nullish() }).nullish(),
  labels: z.object({ nodes: z.array(z.object({ name: z.string() }).nullable()).nullish() }).nullish(),
  subject: z.union([z.object({ title: z.string() }), z.object({ sha: z.string() })]).optional(),
  anything: z.unknown(),
  extra: z.record(z.string(), z.unknown()),
});
const repositories = { name: 'repositories', record };
const action = graphqlApi({ path: '/graphql' })('query { repository { ...fields } }', {
  summary: 'Get it',
  params: z.object({ fields: z.array(z.string()).optional().describe('Fields') }),
  fields: selection(
    'id head: ref(name: "main") { target { ... on Commit { oid } } } topics { nodes { topic { name } } }',
  ),
  at: 'repository',
});
const check = (...fields: unknown[]) => requireDeclaredFields(repositories, action, { fields });

describe('the fields that a token of some entities chooses', () => {
  it.each([
    'id',
    'name',
    'owner',
    'owner.login',
    'owner.plan.name',
    'owner<User>.login',
    'labels.nodes.name',
    'subject.title',
    'subject<Commit>.sha',
    'anything',
    // Of the default selection, though the record does not say so.
    'head.target<Commit>.oid',
    'head',
    'topics.nodes.topic.name',
  ])('may be declared ones: %s', (path) => {
    expect(() => check(path)).not.toThrow();
  });

  it.each([
    'email',
    'owner.email',
    'owner<User>.email',
    'owner.login.length',
    'owner.plan.name.x',
    'defaultBranchRef.target<Commit>.tree.entries.object<Blob>.text',
    'head.target<Tree>.oid',
    'head.target<Commit>.tree',
    'head<Commit>.target',
    'labels.nodes.issues.nodes.title',
    'subject.body',
    'anything.below',
    'extra.below',
    'constructor',
    '__proto__',
    'toString.name',
    '',
    'id.',
    '<User>',
    '.',
  ])('may be no others: %s', (path) => {
    expect(() => check('id', path)).toThrow(
      expect.objectContaining({
        code: 'forbidden',
        message: expect.stringContaining(JSON.stringify(path)),
        errors: [expect.objectContaining({ field: '/params/fields/1' })],
      }),
    );
  });

  it('are those of the record alone for an action made with an SDK that does not tell its selection', () => {
    const { selection: _untold, ...older } = action;
    expect(() => requireDeclaredFields(repositories, older, { fields: ['owner.login'] })).not.toThrow();
    expect(() => requireDeclaredFields(repositories, older, { fields: ['head.target<Commit>.oid'] })).toThrow('head');
  });

  it.each([
    ['SELECT owner.plan.name FROM repositories', true],
    [`SELECT labels.nodes.name FROM repositories WHERE owner.login = 'user.email' LIMIT 1.5`, true],
    ['SELECT owner.login, user.email FROM repositories', false],
    ['SELECT owner.login FROM repositories ORDER BY user . email', false],
    [`SELECT owner.login FROM repositories WHERE name = 'a\\'' AND user.email = 'b'`, false],
    [`SELECT owner.login FROM repositories WHERE name = "it's" AND user.email = 'b'`, false],
  ])('are those of a query in all its clauses: %s', (query, isDeclared) => {
    const check = () => requireDeclaredFields(repositories, { queryIn: 'query' }, { query });
    if (isDeclared) expect(check).not.toThrow();
    else expect(check).toThrow('"user.email" is not a declared field of repositories');
  });

  it('are nothing to look at without a choice, or for an action that is no GraphQL', () => {
    expect(() => requireDeclaredFields(repositories, action, {})).not.toThrow();
    expect(() => requireDeclaredFields(repositories, {}, { fields: ['email'] })).not.toThrow();
  });
});
