import type { RawValue } from '@connectory/connector-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldChoice, fieldChooser } from './select-fields.ts';

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
