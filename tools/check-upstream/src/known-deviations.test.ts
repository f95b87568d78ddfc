import { describe, expect, it } from 'vitest';
import {
  explanationOf,
  type KnownDeviation,
  knownDeviations,
  type PlacedDeviation,
  staleDeviations,
} from './known-deviations.ts';

const entry: KnownDeviation = {
  entity: 'prices',
  action: 'create',
  kind: 'missing_field',
  where: '/body/x',
  reason: 'optional since May',
};
const seen: PlacedDeviation = {
  part: 'request',
  entity: 'prices',
  action: 'create',
  kind: 'missing_field',
  where: '/body/x',
};

describe('a list of known deviations', () => {
  it('is read as it is', () => {
    const entries = [entry, { ...entry, part: 'record', entity: ['prices', 'p*'], where: '/answer/**' }];
    expect(knownDeviations.parse(entries)).toEqual(entries);
  });

  it.each([
    ['without a reason', { ...entry, reason: ' ' }, 'write why'],
    ['of an unknown kind', { ...entry, kind: 'odd' }, 'kind'],
    ['of an unknown part', { ...entry, part: 'odd' }, 'part'],
    ['with an unknown key', { ...entry, note: 'x' }, 'note'],
    ['without a place', { ...entry, where: '' }, 'where'],
    ['with an empty list of places', { ...entry, where: [] }, 'where'],
  ])('refuses an entry %s', (_, broken, message) => {
    expect(() => knownDeviations.parse([broken])).toThrow(message);
  });
});

describe('an entry', () => {
  it.each<[Partial<KnownDeviation>, Partial<PlacedDeviation>, boolean]>([
    [{}, {}, true],
    [{}, { part: 'record' }, true],
    [{ part: 'request' }, { part: 'record' }, false],
    [{}, { kind: 'wrong_type' }, false],
    [{ entity: ['refunds', 'prices'] }, {}, true],
    [{ entity: ['refunds', 'price'] }, {}, false],
    [{ action: '*' }, { action: 'list' }, true],
    [{ where: '/body/*' }, { where: '/body/x/y' }, false],
    [{ where: '/body/*/y' }, { where: '/body/x/y' }, true],
    [{ where: '/body/**' }, { where: '/body/x/y' }, true],
    [{ where: '/body/**/y' }, { where: '/body/y' }, true],
    [{ where: '/body/**/y' }, { where: '/body/items/*/y' }, true],
    [{ where: '/body/**/y' }, { where: '/body/items/xy' }, false],
    [{ where: '/body/items/*/y' }, { where: '/body/items/*/y' }, true],
    [{ where: '/body/a.c' }, { where: '/body/abc' }, false],
  ])('%j explains %j: %s', (changed, other, explains) => {
    const known = { ...entry, ...changed };
    expect(explanationOf([known], { ...seen, ...other })).toBe(explains ? known : undefined);
  });

  it('is stale when it explains nothing, as is a pattern of it that does not', () => {
    const several = { ...entry, where: ['/body/x', '/body/z'], entity: ['prices', 'refunds'] };
    expect(staleDeviations([entry, { ...entry, kind: 'refused' }, several], [seen])).toEqual([
      { entry: { ...entry, kind: 'refused' }, unused: [] },
      { entry: several, unused: ['refunds', '/body/z'] },
    ]);
  });
});
