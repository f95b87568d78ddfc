import { expect, it } from 'vitest';
import { connectorNames, singular, snakeCase } from './names.ts';

it('completes the names of a connector', () => {
  expect(connectorNames('acme-weather')).toEqual({
    id: 'acme-weather',
    vendor: 'Acme Weather',
    packageName: 'connector-acme-weather',
    constant: 'acmeWeather',
  });
  expect(connectorNames('new', 'NEW Inc.', '@new/connector')).toMatchObject({ vendor: 'NEW Inc.', constant: 'new_' });
});

it.each([
  ['CustomerNotes', 'customer_notes'],
  ['customer-notes', 'customer_notes'],
  ['conversations.list', 'conversations_list'],
  ['2fa', 'items_2fa'],
  ['Ünï', 'n'],
  ['***', 'items'],
])('makes an entity name of %s', (name, wanted) => {
  expect(snakeCase(name)).toBe(wanted);
});

it.each([
  ['stations', 'station'],
  ['companies', 'company'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['status', 'status'],
  ['people', 'people'],
  ['class', 'class'],
])('guesses the singular of %s', (plural, wanted) => {
  expect(singular(plural)).toBe(wanted);
});
