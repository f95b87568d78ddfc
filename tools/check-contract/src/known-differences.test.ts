import { expect, it } from 'vitest';
import { explainDifferences, parseKnownDifferences } from './known-differences.ts';

const entry = { where: 'orders/list/params/limit', kind: 'default' as const, reason: 'The vendor changed it' };

it('explains the differences of an entry and no others', () => {
  const explained = { where: entry.where, kind: entry.kind, message: 'it is 20' };
  const sameKind = { ...explained, where: 'orders/list/params/page' };
  const samePlace = { ...explained, kind: 'type' as const };
  expect(explainDifferences([explained, sameKind, samePlace], [entry])).toEqual({
    unexplained: [sameKind, samePlace],
    known: [entry],
    stale: [],
  });
});

it('finds entries that explain nothing', () => {
  expect(explainDifferences([], [entry])).toEqual({ unexplained: [], known: [], stale: [entry] });
});

it.each([
  ['without a reason', { ...entry, reason: ' ' }],
  ['of an unknown kind', { ...entry, kind: 'colour' }],
  ['with an unknown key', { ...entry, because: 'x' }],
])('refuses an entry %s', (_, wrong) => {
  expect(() => parseKnownDifferences({ shop: [wrong] })).toThrow(/not valid[\s\S]*shop\[0\]/);
});
