import { describe, expect, it } from 'vitest';
import { comparedFields } from '../src/policy/compared-fields.ts';
import { lackOf } from '../src/policy/treatments.ts';
import { fieldPathsOf } from '../src/results/field-facts.ts';

describe('a record before and after a policy', () => {
  it('lists what is changed and hidden first, below objects that both have', () => {
    const before = {
      id: 1,
      email: 'a@example.com',
      address: { city: 'Bern', zip: '3000' },
      tags: ['a', 'b'],
      note: null,
    };
    const after = { id: 1, address: { city: 'Xxxx' }, tags: ['a', 'b'], note: null };
    expect(comparedFields(before, after).map(({ path, state }) => [path, state])).toEqual([
      ['email', 'hidden'],
      ['address.city', 'changed'],
      ['address.zip', 'hidden'],
      ['id', 'same'],
      ['tags', 'same'],
      ['note', 'same'],
    ]);
  });

  it('hides every field of a record that is not shown', () => {
    expect(comparedFields({ id: 1, address: { city: 'Bern' } }, null).map(({ path, state }) => [path, state])).toEqual([
      ['id', 'hidden'],
      ['address', 'hidden'],
    ]);
  });
});

describe('the fields of a record', () => {
  it('have dotted paths through lists and alternatives, each once', () => {
    const text = { type: 'string' };
    const record = {
      properties: {
        id: text,
        lines: { type: 'array', items: { properties: { price: text } } },
        owner: {
          anyOf: [{ properties: { name: text } }, { properties: { name: text, login: text } }, { type: 'null' }],
        },
      },
    };
    expect(fieldPathsOf(record)).toEqual(['id', 'lines', 'lines.price', 'owner', 'owner.name', 'owner.login']);
  });
});

describe('a policy that is being entered', () => {
  it.each([
    [{ fields: [{ drop: ['email'] }, { connector: 'ledger' }] }, 'Choose fields for rule 2 of Fields.'],
    [
      { records: [{ connector: 'ledger', entity: '', where: {} }] },
      'Choose a connection and an entity for rule 1 of Records.',
    ],
    [{ fields: [{ allow: ['id'] }], records: [{ connector: 'ledger', entity: 'customers', where: {} }] }, undefined],
  ])('lacks what the gateway would refuse in %j', (policy, lack) => {
    expect(lackOf(policy)).toBe(lack);
  });
});
