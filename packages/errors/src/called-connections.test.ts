import { expect, it } from 'vitest';
import { connectionsCalled, connectionsMeant, shownConnections } from './called-connections.ts';

const shop = { id: '1', name: 'shop', connector: 'ledger', vendor: 'Ledger.io', kind: 'payments' };
const east = { id: '2', name: 'east', connector: 'desk', vendor: 'Desk Ltd', kind: 'helpdesk' };
const west = { ...east, id: '3', name: 'west' };
const all = [shop, east, west];

it.each([
  ['1', [shop]],
  ['shop', [shop]],
  ['ledger', [shop]],
  ['LEDGER IO', [shop]],
  ['payments', [shop]],
  ['desk ltd', [east, west]],
  ['Help desk', [east, west]],
  ['Shop', []],
  ['...', []],
  ['', []],
])('%j calls the connections %j', (wanted, found) => {
  expect(connectionsCalled(all, wanted)).toEqual(found);
});

it('a name that a connection was given comes before the names of systems', () => {
  const named = { ...east, id: '4', name: 'ledger' };
  expect(connectionsCalled([shop, named], 'ledger')).toEqual([named]);
});

it.each([
  ['shpo', [shop]],
  ['legder', [shop]],
  ['paymetns', [shop]],
  ['desk', [east, west]],
  ['something else', []],
])('%j probably means the connections %j', (wanted, found) => {
  expect(connectionsMeant(all, wanted)).toEqual(found);
});

it('are shown with their vendors', () => {
  expect(shownConnections([shop, { ...west, vendor: null }])).toBe('shop (Ledger.io), west');
});
