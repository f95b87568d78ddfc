import type { RawValue } from '@connectory/connector-sdk';
import type { Dice } from '../dice.ts';
import type { KnownCondition, PolicyBody } from './reference.ts';
import { entityNames, type World, type WorldRecord } from './world.ts';

const paths = [
  ...['note', 'customer', 'customer.name', 'customer.email', 'customer.rank', 'customer.vat', 'lines', 'lines.sku'],
  ...['lines.engraving', 'lines.price', 'metadata', 'metadata.colour', 'metadata.a.b', 'owner', 'owner.login', 'tags'],
  ...['number', 'total', 'state', 'placed_at', 'internal', 'internal.code', 'legacy_email', 'buyer', 'label', 'order'],
  ...['amount', 'iban', 'payer', 'payer.email', 'memo', 'batch', 'login', 'name', 'email', 'manager', 'manager.name'],
  'unknown.field',
];
const kinds = ['name', 'contact', 'payment', 'free_text', 'address', 'all'];
const treatments = ['drop', 'mask', 'hash'];

/** Conditions on records of these accounts. */
export function conditionsOf(worlds: readonly World[], dice: Dice): readonly KnownCondition[] {
  const some = (entity: string) =>
    dice.pick(worlds.flatMap(({ records }) => records).filter((record) => record.entity === entity)).raw;
  const of =
    (entity: KnownCondition['entity']) =>
    (where: object, holds: (record: WorldRecord) => boolean): KnownCondition => ({ entity, where, holds });
  const [order, payment, person] = [some('orders'), some('payments'), some('people')];
  const { number, total } = order;
  return [
    of('orders')({ eq: { state: 'open' } }, ({ raw }) => raw.state === 'open'),
    of('orders')({ neq: { state: 'open' } }, ({ raw }) => raw.state !== 'open'),
    of('orders')({ gte: { number } }, ({ raw }) => raw.number >= number),
    of('orders')({ lt: { total } }, ({ raw }) => raw.total < total),
    of('orders')({ eq: { note: null } }, ({ raw }) => raw.note === null),
    of('orders')({ like: { 'metadata.colour': '%@%' } }, ({ raw }) => raw.metadata.colour.includes('@')),
    of('orders')(
      { not: { eq: { 'owner.login': order.owner.login } } },
      ({ raw }) => raw.owner.login !== order.owner.login,
    ),
    of('orders')(
      { or: [{ eq: { state: 'closed' } }, { lt: { number } }] },
      ({ raw }) => raw.state === 'closed' || raw.number < number,
    ),
    of('payments')({ gte: { amount: payment.amount } }, ({ raw }) => raw.amount >= payment.amount),
    of('payments')({ lt: { 'payer.name': 'zqi' } }, ({ raw }) => raw.payer !== null && raw.payer.name < 'zqi'),
    of('people')({ gte: { login: person.login } }, ({ raw }) => raw.login >= person.login),
  ];
}

/** A random policy that hides something. */
export function randomPolicy(dice: Dice, conditions: readonly KnownCondition[], worlds: readonly World[]): PolicyBody {
  const some = <Item>(items: readonly Item[], max: number) => dice.shuffled(items).slice(0, dice.integer(1, max));
  const connectors = ['warehouse', ...worlds.map(({ name }) => name)];
  const fieldRule = (): RawValue => ({
    ...(dice.chance(0.5) && { connector: dice.pick(connectors) }),
    ...(dice.chance(0.5) && { entity: dice.pick(entityNames) }),
    ...Object.fromEntries(
      some(['allow', 'drop', 'drop', 'mask', 'hash'], 2).map((part) => [part, some(paths, part === 'allow' ? 20 : 4)]),
    ),
  });
  const recordRule = (): RawValue => {
    const { entity, where } = dice.pick(conditions);
    return { connector: dice.pick(connectors), entity, where };
  };
  const times = <Item>(make: () => Item, max: number) => Array.from({ length: dice.integer(1, max) }, make);
  const records = times(recordRule, 2);
  if (dice.chance(0.7)) records.push({ connector: 'warehouse', entity: 'payments', where: {} });
  const given = Object.fromEntries(some(kinds, 3).map((kind) => [kind, dice.pick(treatments)]));
  return {
    ...(dice.chance(0.6) && { fields: times(fieldRule, 3) }),
    ...(dice.chance(0.4) && { records }),
    ...(dice.chance(0.3) && { personal: given }),
    ...(dice.chance(0.2) && { detect: { [dice.pick(['email', 'all'])]: dice.pick(['redact', 'hash', 'refuse']) } }),
  };
}
