import { expect, it } from 'vitest';
import { lazyMembers } from './lazy-members.ts';

it('makes each member once, when it is read', () => {
  const made: string[] = [];
  const make = (name: string) => () => {
    made.push(name);
    return { name };
  };
  const members = lazyMembers<{ one: object; other: object }>({ one: make('one'), other: make('other') });
  expect(Object.keys(members)).toEqual(['one', 'other']);
  expect(made).toEqual([]);
  expect(members.other).toBe(members.other);
  expect(made).toEqual(['other']);
  expect(JSON.stringify({ ...members })).toBe('{"one":{"name":"one"},"other":{"name":"other"}}');
  expect(made).toEqual(['other', 'one']);
});

it('asks again for a member that could not be made', () => {
  let asked = 0;
  const members = lazyMembers<{ one: number }>({
    one: () => {
      asked += 1;
      if (asked === 1) throw new TypeError('not yet');
      return asked;
    },
  });
  expect(() => members.one).toThrow('not yet');
  expect(members.one).toBe(2);
});
