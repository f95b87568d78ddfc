import { type Arbitrary, array, assert, constantFrom, letrec, option, property, record, uniqueArray } from 'fast-check';
import { parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { selection } from './selection.ts';

const issue = selection(`
  id
  author { login avatarUrl }
  labels(first: 10, orderBy: {field: NAME, direction: ASC}) { totalCount nodes { name color } }
  opened: createdAt
  target { __typename ... on Commit { oid history(first: 1) { totalCount } } ... on Tag { name } }
`);

const normal = (text: string | undefined) => print(parse(`{ ${text} }`));

describe('selection', () => {
  it('prints the fields it read', () => {
    expect(issue.text).toBe(
      'id author { login avatarUrl } labels(first: 10, orderBy: {field: NAME, direction: ASC}) { totalCount nodes { name color } } ' +
        'opened: createdAt target { __typename ... on Commit { oid history(first: 1) { totalCount } } ... on Tag { name } }',
    );
  });

  it('takes names, aliases, arguments and fragments apart', () => {
    expect(selection('opened: createdAt(format: "x") { a, b } ... on Tag { name }').fields).toMatchObject([
      { name: 'opened', source: 'createdAt', arguments: 'format: "x"', fields: [{ name: 'a' }, { name: 'b' }] },
      { name: '...', on: 'Tag', fields: [{ name: 'name' }] },
    ]);
  });

  it.each([
    'a { b',
    'a } b',
    'a @include(if: $b)',
    '...fragment',
    '... { a }',
    'a { }',
    'a # note',
    'a(b: "(")',
    'a: ',
  ])('refuses %j', (text) => {
    expect(() => selection(text)).toThrow(TypeError);
  });
});

describe('choose', () => {
  it('selects the fields that are asked for', () => {
    expect(issue.choose(['id', 'author.login'])).toBe('id author { login }');
  });

  it('merges paths below the same field', () => {
    expect(issue.choose(['author.login', 'id', 'author.avatarUrl'])).toBe('author { login avatarUrl } id');
    expect(issue.choose(['id', 'id'])).toBe('id');
  });

  it('takes all default fields of a path that ends above them', () => {
    expect(issue.choose(['labels'])).toBe(
      'labels(first: 10, orderBy: {field: NAME, direction: ASC}) { totalCount nodes { name color } }',
    );
    expect(issue.choose(['author.login', 'author'])).toBe('author { login avatarUrl }');
    expect(issue.choose(['author', 'author.login'])).toBe('author { login avatarUrl }');
  });

  it('keeps arguments and aliases of the default selection', () => {
    expect(issue.choose(['labels.totalCount', 'opened'])).toBe(
      'labels(first: 10, orderBy: {field: NAME, direction: ASC}) { totalCount } opened: createdAt',
    );
    expect(issue.choose(['target<Commit>.history.totalCount'])).toBe(
      'target { ... on Commit { history(first: 1) { totalCount } } }',
    );
  });

  it('accepts fields the default selection does not have', () => {
    expect(issue.choose(['title', 'author.company.name'])).toBe('title author { company { name } }');
  });

  it('keeps names apart that begin alike', () => {
    expect(issue.choose(['author.log', 'authors.login', 'aut'])).toBe('author { log } authors { login } aut');
  });

  it('puts fields of a type into an inline fragment', () => {
    expect(issue.choose(['target.__typename', 'target<Commit>.oid', 'target<Tag>.name', 'target<Blob>.text'])).toBe(
      'target { __typename ... on Commit { oid } ... on Tag { name } ... on Blob { text } }',
    );
    expect(issue.choose(['target<Commit>'])).toBe('target { ... on Commit { oid history(first: 1) { totalCount } } }');
    expect(issue.choose(['target'])).toBe(
      'target { __typename ... on Commit { oid history(first: 1) { totalCount } } ... on Tag { name } }',
    );
  });

  it.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    'a b',
    'a{b}',
    'a<>',
    'a<B',
    'a>B',
    'a<B>c',
    'a<B><C>',
    '<B>',
    '1a',
    'a-b',
    'ä',
    'a(b:1)',
    '...',
    'a\n',
    'a:b',
  ])('refuses the path %j', (path) => {
    expect(issue.choose([path])).toBeUndefined();
    expect(issue.choose(['id', path])).toBeUndefined();
  });

  it('refuses a path that ends at a type without default fields, unless another path goes on below it', () => {
    expect(issue.choose(['target<Blob>'])).toBeUndefined();
    expect(issue.choose(['author<User>', 'id'])).toBeUndefined();
    expect(issue.choose(['target<Blob>', 'target<Blob>.text'])).toBe('target { ... on Blob { text } }');
  });

  it('has bounds', () => {
    expect(issue.choose(Array.from({ length: 500 }, () => 'id'))).toBe('id');
    expect(issue.choose(Array.from({ length: 501 }, () => 'id'))).toBeUndefined();
    expect(issue.choose([Array(20).fill('a').join('.')])).toBeDefined();
    expect(issue.choose([Array(21).fill('a').join('.')])).toBeUndefined();
  });

  it('leaves the default selection as it was', () => {
    issue.choose(['author', 'author.login.extra', 'target', 'target<Commit>.extra', 'labels', 'labels.nodes.extra']);
    expect(issue.choose(['author'])).toBe('author { login avatarUrl }');
    expect(normal(issue.text)).toBe(normal(selection(issue.text).text));
  });
});

describe('any selection and any choice', () => {
  interface Tree {
    readonly name: string;
    readonly alias: string | null;
    readonly given: string | null;
    readonly on: string | null;
    readonly fields: readonly Tree[];
  }

  const name = constantFrom('a', 'b', 'id', 'on', 'type', 'query', 'true', '_x', '__typename', 'nodes');
  const type = constantFrom('Commit', 'Tag', 'on');
  const given = constantFrom('first: 10', 'states: [OPEN]', 'by: {field: NAME}', 'text: "a, b { c }"', 'by: $by');
  const level = (field: Arbitrary<Tree>, bounds: { minLength: number }) =>
    uniqueArray(field, { ...bounds, maxLength: 3, selector: ({ alias, name, on }) => on ?? alias ?? name });
  const { fields } = letrec<{ fields: Tree[]; field: Tree }>((tie) => ({
    fields: level(tie('field'), { minLength: 1 }),
    field: record({
      name,
      alias: option(name),
      given: option(given),
      on: option(type, { freq: 5 }),
      fields: option(level(tie('field'), { minLength: 1 }), { nil: [], depthSize: 'small' }),
    }).map((tree) => (tree.on !== null && tree.fields.length === 0 ? { ...tree, on: null } : tree)),
  }));
  const write = (trees: readonly Tree[]): string =>
    trees
      .map(({ name, alias, given, on, fields }) => {
        const head =
          on === null
            ? `${alias === null ? '' : `${alias}:`}${name}${given === null ? '' : `(${given})`}`
            : `... on ${on}`;
        return fields.length === 0 ? head : `${head}{${write(fields)}}`;
      })
      .join('\n');

  const step = record({ name, on: option(type, { freq: 4 }) }).map(({ name, on }) =>
    on === null ? name : `${name}<${on}>`,
  );
  const path = array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join('.'));

  it('means the same to GraphQL after printing', () => {
    assert(
      property(fields, (trees) => {
        expect(normal(selection(write(trees)).text)).toBe(normal(write(trees)));
      }),
    );
  });

  it('gives text that GraphQL reads, and the same again from the same selection', () => {
    assert(
      property(fields, array(path, { minLength: 1, maxLength: 8 }), (trees, paths) => {
        const chosen = selection(write(trees));
        const text = chosen.choose(paths);
        if (text === undefined) {
          expect(paths.some((path) => path.endsWith('>'))).toBe(true);
          return;
        }
        expect(() => parse(`{ ${text} }`)).not.toThrow();
        expect(chosen.choose(paths)).toBe(text);
        expect(normal(chosen.text)).toBe(normal(write(trees)));
      }),
    );
  });

  it('gives the default selection when each of its fields is chosen', () => {
    assert(
      property(
        fields.filter((trees) => trees.every(({ on }) => on === null)),
        (trees) => {
          const chosen = selection(write(trees));
          expect(normal(chosen.choose(trees.map(({ alias, name }) => alias ?? name)))).toBe(normal(write(trees)));
        },
      ),
    );
  });
});
