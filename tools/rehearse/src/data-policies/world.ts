import type { RawValue } from '@connectory/connector-sdk';
import type { Dice } from '../dice.ts';
import type { Sentinels } from './sentinels.ts';

/** Names of the entities of the warehouse. */
export const entityNames = ['orders', 'payments', 'people'] as const;

/** Name of an entity of the warehouse. */
export type EntityName = (typeof entityNames)[number];

/** A record of an account, with the parameters it is read with. */
export interface WorldRecord {
  readonly entity: EntityName;
  readonly raw: RawValue;
  /** The order of a payment. */
  readonly order: string | undefined;
}

/** The records of one account of the warehouse. */
export interface World {
  /** Name of the connection. */
  readonly name: string;
  records: readonly WorldRecord[];
  /** Records as they were before, which only changes still show. */
  earlier: readonly WorldRecord[];
}

/** Makes an account with random records. */
export function makeWorld(name: string, dice: Dice, sentinels: Sentinels, orders: number): World {
  const made = Array.from({ length: orders }, () => {
    const order = makeOrder(dice, sentinels);
    const payments = Array.from({ length: dice.integer(0, 3) }, () => makePayment(dice, sentinels));
    return [
      { entity: 'orders' as const, raw: order, order: undefined },
      ...payments.map((raw) => ({ entity: 'payments' as const, raw, order: order.id as string })),
    ];
  }).flat();
  const people = Array.from({ length: Math.ceil(orders / 3) }, () => ({
    entity: 'people' as const,
    raw: makePerson(sentinels),
    order: undefined,
  }));
  return { name, records: [...made, ...people], earlier: [] };
}

/** Changes some orders and removes one of them, so that the feed has changes of every kind. */
export function changeWorld(world: World, dice: Dice, sentinels: Sentinels): void {
  const orders = dice.shuffled(world.records.filter(({ entity }) => entity === 'orders'));
  const [removed, ...others] = orders.slice(0, Math.ceil(orders.length / 3));
  const changed = new Map(
    others.map((record): [WorldRecord, WorldRecord] => {
      const fresh = makeOrder(dice, sentinels);
      const kept = Object.keys(record.raw).filter(() => dice.chance(0.6));
      const same = Object.fromEntries(kept.map((member) => [member, record.raw[member]]));
      return [record, { ...record, raw: { ...fresh, ...same, id: record.raw.id } }];
    }),
  );
  const isGone = (record: WorldRecord) => record === removed || record.order === removed?.raw.id;
  world.earlier = world.records.filter((record) => changed.has(record) || isGone(record));
  world.records = world.records.filter((record) => !isGone(record)).map((record) => changed.get(record) ?? record);
}

function text(dice: Dice, sentinels: Sentinels): string {
  const words = Array.from({ length: dice.integer(1, 3) }, () => sentinels.word());
  if (dice.chance(0.3)) words.splice(dice.integer(0, words.length), 0, sentinels.email());
  return words.join(' ');
}

function makeOrder(dice: Dice, sentinels: Sentinels): RawValue {
  const maybe = (make: () => unknown) => (dice.chance(0.8) ? make() : null);
  const own = () => text(dice, sentinels);
  return {
    id: sentinels.word(),
    number: sentinels.number(),
    total: sentinels.number() + 0.5,
    placed_at: `20${dice.integer(10, 30)}-0${dice.integer(1, 9)}-1${dice.integer(0, 9)}T10:00:00Z`,
    state: dice.pick(['open', 'closed']),
    note: maybe(own),
    customer: maybe(() =>
      dice.chance(0.3)
        ? sentinels.word()
        : { name: sentinels.word(), email: sentinels.email(), rank: sentinels.number(), vat: sentinels.word() },
    ),
    lines: Array.from({ length: dice.integer(0, 3) }, () => ({
      sku: sentinels.word(),
      engraving: own(),
      price: sentinels.number() + 0.25,
    })),
    metadata: {
      colour: own(),
      'a.b': sentinels.word(),
      [sentinels.word()]: { deep: [own(), { [sentinels.word()]: sentinels.number() }] },
    },
    owner: { login: sentinels.word(), team: sentinels.word() },
    tags: Array.from({ length: dice.integer(0, 2) }, () => sentinels.word()),
    internal: { code: sentinels.word(), rates: [sentinels.number()] },
    legacy_email: sentinels.email(),
  };
}

const makePayment = (dice: Dice, sentinels: Sentinels): RawValue => ({
  id: sentinels.word(),
  amount: sentinels.number() + 0.75,
  iban: sentinels.word(),
  payer: dice.chance(0.7) ? { name: sentinels.word(), email: sentinels.email() } : null,
  memo: text(dice, sentinels),
  batch: sentinels.word(),
});

const makePerson = (sentinels: Sentinels): RawValue => ({
  id: sentinels.word(),
  login: sentinels.word(),
  name: sentinels.word(),
  email: sentinels.email(),
  manager: { id: sentinels.word(), name: sentinels.word() },
});
