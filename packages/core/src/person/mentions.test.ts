import { describe, expect, it } from 'vitest';
import { Addresses } from './addresses.ts';
import { isDistinctive, KnownIds } from './known-ids.ts';
import { reasonsIn } from './mentions.ts';

const connectionId = 'c1';
const entities = ['customers', 'orders', 'users'];

function reasonsOf(document: unknown, { id = 'none', entity = 'customers' as string | null, of = 'orders' } = {}) {
  const ids = new KnownIds();
  ids.add({ connectionId, entity, id });
  const subject = { connectionId, entity: of, keyFields: ['id'], entities };
  return reasonsIn(document, new Addresses(['ada@loom.example']), ids, subject).map(
    ({ reason, at }) => `${reason} ${at}`,
  );
}

describe('the reasons of a record', () => {
  it.each<[string, unknown, string[]]>([
    ['its own address', { email: 'Ada@Loom.example' }, ['is email']],
    ['its own address below a wrapper', { properties: { email: 'ada@loom.example' } }, ['is properties.email']],
    ['an address of somebody else', { requester: { email: 'ada@loom.example' } }, ['contains_email requester.email']],
    ['an address in a list', { to: ['x', { mail: 'ada@loom.example' }] }, ['contains_email to.1.mail']],
    ['an address in a text', { email: 'Ada <ada@loom.example>' }, ['contains_email email']],
    [
      'an address that is the name of a member',
      { seats: { 'ada@loom.example': 2 } },
      ['contains_email seats.ada@loom.example'],
    ],
    ['nothing', { email: null, name: 'Ada' }, []],
  ])('are %s', (_name, document, expected) => {
    expect(reasonsOf(document)).toEqual(expected);
  });

  it('are at most ten', () => {
    expect(reasonsOf({ to: Array.from({ length: 50 }, () => 'ada@loom.example') })).toHaveLength(10);
  });

  it.each<[unknown, string[]]>([
    [{ anything: 'cus_1' }, ['refers_to anything']],
    [{ deep: [{ down: 'cus_1' }] }, ['refers_to deep.0.down']],
    [{ id: 'cus_1' }, []],
    [{ text: 'about cus_1' }, []],
  ])('are references to an ID that nothing else is by chance: %o', (document, expected) => {
    expect(reasonsOf(document, { id: 'cus_1' })).toEqual(expected);
  });

  it.each<[unknown, string[]]>([
    [{ customer: 42 }, ['refers_to customer']],
    [{ customer_id: '42' }, ['refers_to customer_id']],
    [{ customerId: 42n }, ['refers_to customerId']],
    [{ customer: { id: 42 } }, ['refers_to customer.id']],
    [{ customers: [42] }, ['refers_to customers.0']],
    [{ author: { id: 42 } }, ['refers_to author.id']],
    [{ user_id: 42 }, []],
    [{ quantity: 42, order_id: 42, number: '42' }, []],
  ])(
    'are references to a short ID where the field names its entity, or a role that is no entity: %o',
    (document, expected) => {
      expect(reasonsOf(document, { id: '42' })).toEqual(expected);
    },
  );

  it('are no references within another connection', () => {
    const ids = new KnownIds();
    ids.add({ connectionId: 'c2', entity: 'customers', id: 'cus_1' });
    const subject = { connectionId, entity: 'orders', keyFields: [], entities };
    expect(reasonsIn({ customer: 'cus_1' }, new Addresses([]), ids, subject)).toEqual([]);
  });
});

it.each([
  ['cus_1', true],
  ['123456789', true],
  ['9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f', true],
  ['12345678', false],
  ['42', false],
  ['admin', false],
  ['v2', false],
])('whether %s can be taken for a reference wherever it stands: %s', (id, expected) => {
  expect(isDistinctive(id)).toBe(expected);
});
