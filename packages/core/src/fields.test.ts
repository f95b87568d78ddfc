import { graphqlApi, type RawValue, selection } from '@connectory/connector-sdk';
import type { EntityLayout } from '@connectory/context-store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FieldChoice, fieldChooser, requireDeclaredFields, searchFieldPath } from './fields.ts';

const choose = (value: RawValue, choice: FieldChoice): RawValue =>
  JSON.parse(String(fieldChooser(choice)?.(Buffer.from(JSON.stringify(value)))));
const select = (value: RawValue, ...paths: string[]) => choose(value, { select: paths, exclude: undefined });
const exclude = (value: RawValue, ...paths: string[]) => choose(value, { select: undefined, exclude: paths });

const issue = {
  id: 1,
  user: { login: 'ada', name: 'Ada' },
  labels: [
    { name: 'bug', colour: 'red' },
    { name: 'old', colour: 'grey' },
  ],
  closed: null,
};

describe('fieldChooser', () => {
  it('keeps the selected fields, reaching into objects and arrays', () => {
    expect(select(issue, 'id', 'user.login', 'labels.name')).toEqual({
      id: 1,
      user: { login: 'ada' },
      labels: [{ name: 'bug' }, { name: 'old' }],
    });
    expect(select([issue, issue], 'id')).toEqual([{ id: 1 }, { id: 1 }]);
  });

  it('drops the excluded fields', () => {
    expect(exclude(issue, 'user.name', 'labels.colour', 'closed')).toEqual({
      id: 1,
      user: { login: 'ada' },
      labels: [{ name: 'bug' }, { name: 'old' }],
    });
  });

  it('ignores names that do not occur, and paths through what is no object', () => {
    expect(select(issue, 'gone', 'id.deeper', 'closed.at')).toEqual({ id: 1, closed: null });
    expect(exclude(issue, 'gone', 'id.deeper')).toEqual(issue);
    expect(select(issue, 'toString', 'constructor.name')).toEqual({});
  });

  it.each([
    ['user', 'user.login'],
    ['user.login', 'user'],
  ])('takes the wider of %s and %s', (...paths) => {
    expect(select(issue, ...paths)).toEqual({ user: issue.user });
    expect(exclude(issue, ...paths)).not.toHaveProperty('user');
  });

  it('prefers what is selected over what is excluded', () => {
    expect(choose(issue, { select: ['id'], exclude: ['id'] })).toEqual({ id: 1 });
  });

  it('has nothing to do without paths', () => {
    expect(fieldChooser({ select: undefined, exclude: undefined })).toBeUndefined();
    expect(fieldChooser({ select: [], exclude: [] })).toBeUndefined();
  });
});

/** The value as a set of leaves, each under the names that lead to it; array positions do not count as names. */
type Leaf = { readonly names: readonly string[]; readonly place: string; readonly value: unknown };

function leavesOf(value: RawValue, names: readonly string[] = [], place = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ names, place, value }];
  const entries: [string, RawValue][] = Object.entries(value);
  return entries.flatMap(([key, member]) =>
    leavesOf(member, Array.isArray(value) ? names : [...names, key], `${place}/${key}`),
  );
}

const startsWith = (names: readonly string[], path: string) =>
  path.split('.').every((part, index) => names[index] === part);

describe('compared with a naive model over leaves', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }));
  const record = fc.dictionary(name, value, { maxKeys: 4 });
  const paths = fc.array(
    fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.')),
    { minLength: 1, maxLength: 5 },
  );

  it('selects the leaves below a selected path, and those at which such a path ends too early', () => {
    fc.assert(
      fc.property(record, paths, (original, chosen) => {
        const kept = leavesOf(select(original, ...chosen));
        const expected = leavesOf(original).filter(({ names }) =>
          chosen.some((path) => startsWith(names, path) || path.startsWith(`${names.join('.')}.`)),
        );
        expect(kept).toEqual(expect.arrayContaining(expected));
        expect(kept).toHaveLength(expected.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('excludes the leaves below an excluded path and no others', () => {
    fc.assert(
      fc.property(record, paths, (original, chosen) => {
        const expected = leavesOf(original).filter(({ names }) => !chosen.some((path) => startsWith(names, path)));
        expect(leavesOf(exclude(original, ...chosen))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

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
    const { selection: _unset, ...older } = action;
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

  it.each([' ', 'a', '.', 'a.', "'", '1'])('are found in a query of 200,000 times %j without a pause', (part) => {
    const query = `SELECT owner.login FROM repositories WHERE ${part.repeat(200_000)} user.email`;
    const start = performance.now();
    expect(() => requireDeclaredFields(repositories, { queryIn: 'query' }, { query })).toThrow('not a declared field');
    // With a quadratic search it takes minutes.
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('are nothing to look at without a choice, or for an action that is no GraphQL', () => {
    expect(() => requireDeclaredFields(repositories, action, {})).not.toThrow();
    expect(() => requireDeclaredFields(repositories, {}, { fields: ['email'] })).not.toThrow();
  });
});

const names = ['id', 'owner', 'owner.login', 'owner.login.parts', 'content.author.login'];
const fields = names.map((name) => ({ name, type: 'any' as const, absent: false, members: {} }));
const layout: EntityLayout = { connector: 'test', entity: 'things', fields };
const split = searchFieldPath(layout);

it.each([
  ['id', ['id']],
  ['owner.login', ['owner.login']],
  ['owner.login.parts', ['owner.login.parts']],
  ['owner.login.first', ['owner.login', 'first']],
  ['owner.login.parts.0.x', ['owner.login.parts', '0', 'x']],
  ['owner.loginname', ['owner', 'loginname']],
  ['content.author', ['content', 'author']],
  ['elsewhere.x', ['elsewhere', 'x']],
])('splits %s behind the longest search field it begins with', (path, parts) => {
  expect(split(path)).toEqual(parts);
});

it('lets fields with dots in their names be chosen', () => {
  const record = { id: 1, 'owner.login': { first: 'a', last: 'b' }, owner: { login: 'c', name: 'd' } };
  const choose = (choice: FieldChoice) =>
    JSON.parse(String(fieldChooser(choice, split)?.(Buffer.from(JSON.stringify(record)))));
  expect(choose({ select: ['owner.login.first'], exclude: undefined })).toEqual({ 'owner.login': { first: 'a' } });
  expect(choose({ select: undefined, exclude: ['owner.login', 'owner.name'] })).toEqual({
    id: 1,
    owner: { login: 'c' },
  });
});
