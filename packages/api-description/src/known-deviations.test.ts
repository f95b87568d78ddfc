import { describe, expect, it } from 'vitest';
import { parseKnownDeviations } from './known-deviations.ts';

const entry = {
  entity: 'prices',
  action: 'create',
  kind: 'missing_field',
  where: '/body/x',
  reason: 'optional since May',
};

describe('the deviations file', () => {
  it('is read as it is', () => {
    expect(parseKnownDeviations({ payments: [entry], other: [] })).toEqual({ payments: [entry], other: [] });
  });

  it.each([
    ['without a reason', { ...entry, reason: ' ' }, 'Write why'],
    ['of an unknown kind', { ...entry, kind: 'odd' }, 'kind'],
    ['with an unknown key', { ...entry, note: 'x' }, 'note'],
    ['without a place', { ...entry, where: '' }, 'where'],
  ])('refuses an entry %s', (_, broken, message) => {
    expect(() => parseKnownDeviations({ payments: [broken] })).toThrow(message);
  });

  it('refuses an entry that stands there twice', () => {
    expect(() => parseKnownDeviations({ payments: [entry, { ...entry, reason: 'again' }] })).toThrow(
      'lists "prices.create missing_field /body/x" of payments twice',
    );
  });
});
