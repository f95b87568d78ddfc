import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { describe, expect, it } from 'vitest';
import { createActionSearch } from './action-search.ts';

const search = createActionSearch(fixtureConnectors);
const names = (text: string, limit = 3) =>
  search.find({ text, limit }).actions.map(({ connector, entity, action }) => `${connector} ${entity} ${action}`);

describe('finding actions', () => {
  it.each([
    ['which clients do we have', 'ledger customers list'],
    ['add a new shopper to the books', 'ledger customers create'],
    ['get rid of customer 1002', 'ledger customers delete'],
    ['which complaints are still unsolved', 'help-centre tickets list'],
    ['what did customers write to us, see the support cases', 'help-centre tickets list'],
    ['wich custmers are there', 'ledger customers list'],
    ['bugs in the repo', 'repository-host issues list'],
  ])('%s: %s is among the first three', (text, action) => {
    expect(names(text)).toContain(action);
  });

  it('takes the system that is named', () => {
    for (const { id, vendor } of fixtureConnectors) {
      const [first] = search.find({ text: `which people are in ${vendor}`, limit: 1 }).actions;
      expect(first?.connector, vendor).toBe(id);
    }
  });

  it('names the vendor of each action', () => {
    const { actions } = search.find({ text: 'customers', limit: 50 });
    for (const { connector, vendor } of actions) {
      expect(vendor).toBe(fixtureConnectors.find(({ id }) => id === connector)?.vendor);
    }
  });

  it('offers the list before a single record when no record is named', () => {
    const [first, second] = names('customers', 2);
    expect([first, second]).toContain('ledger customers list');
    expect(first).not.toBe('ledger customers get');
  });

  it('offers the copy first for a name that may be misspelled', () => {
    expect(names('find a customer, not sure how the name is spelled', 1)).toEqual([
      'ledger customers context_store_search',
    ]);
  });

  it('does not look for values', () => {
    expect(names('which customers are called "delete the ticket"')).toEqual(names('which customers are called'));
  });

  it('finds nothing that is not allowed, and counts only what is', () => {
    const allows = ({ effect }: { effect: string }) => effect === 'read';
    for (const text of [undefined, 'delete a customer']) {
      const { actions, total } = search.find({ text, limit: 1_000, allows });
      expect(actions.length).toBeGreaterThan(0);
      expect(actions.every(({ effect }) => effect === 'read')).toBe(true);
      expect(total).toBe(actions.length);
    }
    expect(search.find({ text: 'customers', limit: 10, allows: () => false })).toEqual({ actions: [], total: 0 });
  });

  it('says what an action takes, required parameters first', () => {
    const { actions } = search.find({ limit: 1_000 });
    for (const { params } of actions) {
      const needed = params.map(({ required }) => required);
      expect(needed).toEqual(needed.toSorted((one, other) => Number(other) - Number(one)));
      for (const { type } of params) expect(type).toMatch(/^(?:string|integer|number|boolean|array|object|any)$/);
    }
  });

  it('takes any text', () => {
    for (const text of ['', ' ', '💥', '__proto__ constructor toString', 'a'.repeat(500), '((((', "'".repeat(500)]) {
      expect(search.find({ text, limit: 5 }).actions.length).toBeLessThanOrEqual(5);
    }
  });
});
