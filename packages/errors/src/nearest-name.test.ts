import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const names = ['customers', 'invoices', 'payment_intents', 'limit', 'id'];

describe('nearestName', () => {
  it.each([
    ['customer', 'customers'],
    ['Customers', 'customers'],
    ['costumers', 'customers'],
    ['paymentIntents', 'payment_intents'],
    ['limt', 'limit'],
    ['LIMITS', 'limit'],
    ['invoice', 'invoices'],
  ])('takes %s for %s', (wrong, meant) => {
    expect(nearestName(wrong, names)).toBe(meant);
  });

  it.each(['warehouses', 'x'.repeat(20), 'starting_after', ''])('guesses nothing for %j', (wrong) => {
    expect(nearestName(wrong, ['customers', 'invoices'])).toBeUndefined();
  });

  it('takes the nearest of several, and the first of equally near ones', () => {
    expect(nearestName('list', ['lists', 'lost', 'list_all'])).toBe('lists');
    expect(nearestName('cat', ['bat', 'hat'])).toBe('bat');
  });

  it('guesses nothing for names too long to compare', () => {
    expect(nearestName('a'.repeat(101), ['a'.repeat(100)])).toBeUndefined();
    expect(nearestName('anything', [])).toBeUndefined();
  });
});
