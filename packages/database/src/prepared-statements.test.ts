import { expect, it } from 'vitest';
import { PreparedStatements, SeenStatements } from './prepared-statements.ts';

const texts = (count: number) => Array.from({ length: count }, (_, index) => `select ${index}`);
const namesOf = (prepared: PreparedStatements, all: readonly string[]) => all.map((text) => prepared.nameOf(text));

it('names a statement that its pool runs a second time, always the same', () => {
  const seen = new SeenStatements();
  const [first, second] = [new PreparedStatements(seen), new PreparedStatements(seen)];
  expect(namesOf(first, ['select 1', 'select 1', 'select 1'])).toEqual([undefined, 'connectory_0', 'connectory_0']);
  expect(namesOf(second, ['select 2', 'select 1'])).toEqual([undefined, 'connectory_0']);
});

it('names at most 100 statements of a connection', () => {
  const prepared = new PreparedStatements(new SeenStatements());
  const all = texts(150);
  expect(new Set(namesOf(prepared, all))).toEqual(new Set([undefined]));
  for (const names of [namesOf(prepared, all), namesOf(prepared, all)]) {
    expect(new Set(names.slice(0, 100)).size).toBe(100);
    expect(new Set(names.slice(100))).toEqual(new Set([undefined]));
  }
});

it('names no statement of more than 20,000 characters', () => {
  const prepared = new PreparedStatements(new SeenStatements());
  const text = `select '${'x'.repeat(20_000)}'`;
  expect(namesOf(prepared, [text, text])).toEqual([undefined, undefined]);
});

it('forgets statements that ran once', () => {
  const seen = new SeenStatements();
  const all = texts(1_001);
  for (const text of all) seen.isRepeated(text);
  expect(seen.isRepeated('select 0')).toBe(false);
  expect(seen.isRepeated('select 1000')).toBe(true);
});
