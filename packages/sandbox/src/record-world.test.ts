import { type Connector, defineEntity, type Entity } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { people } from '../test/toys/people.ts';
import { toySandboxes } from '../test/toys/sandboxes.ts';
import { shop } from '../test/toys/shop.ts';
import { RecordWorld } from './record-world.ts';
import { type SimulatedEntity, type SimulatedVendor, simulatedVendor } from './simulated-vendor.ts';
import type { Sample } from './simulation.ts';

const Thing = z.object({ id: z.string(), name: z.string(), other: z.string().nullish() });
const sampled = (declared: Entity, sample: Sample | null = null): SimulatedEntity => ({
  ...declared,
  sample,
  parent: null,
});
const entity = (name: string, sample?: Sample): SimulatedEntity =>
  sampled(defineEntity({ name, summary: name, record: Thing, key: 'id', actions: {} }), sample);

const simulatedBy = (connector: Connector): SimulatedVendor =>
  simulatedVendor(
    connector,
    toySandboxes.find((one) => one.connector === connector),
  );
const vendorOf = (...entities: SimulatedEntity[]): SimulatedVendor => ({ ...simulatedBy(shop), entities });

describe('RecordWorld', () => {
  it('makes fields of other records that exist, all of one entity from one record', () => {
    const world = new RecordWorld(simulatedBy(people), 1, 10);
    const teams = world.collectionOf('teams').records();
    for (const { team } of world.collectionOf('persons').records()) {
      expect(teams.map(({ id, title }) => ({ id, title }))).toContainEqual(team);
    }
    const persons = world.collectionOf('persons');
    for (const { lead_id: lead } of teams) expect(persons.withKey(String(lead))).toBeDefined();
  });

  it('embeds parts of existing records in objects named after an entity', () => {
    const teams = new RecordWorld(simulatedBy(shop), 1, 10).collectionOf('orders');
    const world = new RecordWorld(simulatedBy(shop), 1, 10);
    for (const { product_id: id } of teams.records())
      expect(world.collectionOf('products').withKey(String(id))).toBeDefined();
    const named = vendorOf(
      entity('things'),
      sampled(
        defineEntity({
          name: 'notes',
          summary: 'Notes',
          record: z.object({ id: z.string(), thing: z.object({ id: z.string(), name: z.string() }) }),
          key: 'id',
          actions: {},
        }),
      ),
    );
    const notes = new RecordWorld(named, 1, 10);
    const things = notes
      .collectionOf('things')
      .records()
      .map(({ id, name }) => ({ id, name }));
    for (const { thing } of notes.collectionOf('notes').records()) expect(things).toContainEqual(thing);
  });

  it('embeds only values that the embedding object can have', () => {
    const record = z.object({ id: z.string(), type: z.literal('thing'), name: z.string() });
    const thing = z.object({ id: z.string(), type: z.literal('thing_reference'), name: z.iso.datetime() });
    const things = defineEntity({ name: 'things', summary: 'Things', record, key: 'id', actions: {} });
    const holder = z.object({ id: z.string(), thing });
    const notes = defineEntity({ name: 'notes', summary: 'Notes', record: holder, key: 'id', actions: {} });
    const world = new RecordWorld(vendorOf(sampled(things), sampled(notes)), 1, 10);
    for (const note of world.collectionOf('notes').records()) {
      expect(thing.safeParse(note.thing)).toMatchObject({ success: true });
    }
  });

  it('leaves out what a sample says is undefined, unless the record must have it', () => {
    const said = entity('things', () => ({ other: undefined, name: undefined }));
    const [thing] = new RecordWorld(vendorOf(said), 1, 1).collectionOf('things').records();
    expect(thing).not.toHaveProperty('other');
    expect(thing?.name).toEqual(expect.any(String));
  });

  it('follows samples that name each other, whatever they compute with it', () => {
    const world = new RecordWorld(
      vendorOf(
        entity('letters', (source) => ({
          id: `l${source.index}`,
          name: `to ${source.of('boxes')}`,
          other: String(source.of('boxes', 'name')).split(' ')[1],
        })),
        entity('boxes', (source) => ({
          id: `b${source.index}`,
          name: `from ${source.of('letters')}`,
          other: new Date(Number(String(source.of('letters')).slice(1))).toISOString(),
        })),
      ),
      1,
      5,
    );
    for (const record of world.collectionOf('letters').records()) {
      expect(record.name).toMatch(/^to b\d$/);
      expect(record.other).toMatch(/^l\d$/);
    }
    for (const { name, other } of world.collectionOf('boxes').records()) {
      expect(name).toMatch(/^from l\d$/);
      expect(other).toMatch(/^1970-/);
    }
  });

  it('refuses a field that depends on itself, and fields and entities there are not', () => {
    const fails =
      (sample: Sample, ...others: SimulatedEntity[]) =>
      () =>
        new RecordWorld(vendorOf(entity('things', sample), ...others), 1, 1).collectionOf('things').records();
    const circle = fails(
      (source) => ({ name: source.of('boxes', 'name') }),
      entity('boxes', (source) => ({ name: source.of('things', 'name') })),
    );
    expect(circle).toThrow(/name of (things|boxes) depends on itself through other entities/);
    expect(fails((source) => ({ name: source.of('nothing') }))).toThrow('no entity nothing');
    expect(
      fails(
        (source) => ({ name: source.of('boxes', 'size') }),
        entity('boxes', () => ({})),
      ),
    ).toThrow('boxes has no field size');
  });

  it('leaves out records whose key is taken, and points to the ones there are', () => {
    const twins = entity('twins', (source) => ({ id: source.pick(['a', 'b']), name: `n${source.index}` }));
    const world = new RecordWorld(
      vendorOf(
        twins,
        entity('pointers', (source) => ({ name: source.of('twins', 'name') })),
      ),
      1,
      20,
    );
    const names = world
      .collectionOf('twins')
      .records()
      .map(({ name }) => name);
    expect(names.length).toBe(2);
    for (const { name } of world.collectionOf('pointers').records()) expect(names).toContain(name);
  });

  it('shares records among entities with the same schema and sample', () => {
    const sample: Sample = (source) => ({ id: `t${source.index}` });
    const products = shop.entities.find(({ name }) => name === 'products');
    const { list, create } = products?.actions ?? {};
    if (list === undefined || create === undefined) throw new Error('the toy shop lists and creates products');
    const without = (name: string, actions: Entity['actions']) =>
      sampled(defineEntity({ name, summary: name, record: Thing, key: 'id', actions }));
    const connector = vendorOf(
      entity('one', sample),
      entity('two', sample),
      without('three', { create }),
      without('four', { create, list }),
      entity('five', (source) => ({ id: source.id('f', 3) })),
    );
    const world = new RecordWorld(connector, 1, 3);
    const one = world.collectionOf('one');
    expect(['two', 'three', 'four', 'five'].map((name) => world.collectionOf(name) === one)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('has one record of what is fetched without saying which', () => {
    const products = shop.entities.find(({ name }) => name === 'products');
    const get = products?.actions.get;
    if (get === undefined) throw new Error('the toy shop has products to get');
    const balance = defineEntity({
      name: 'balance',
      summary: 'Balance',
      record: Thing,
      key: null,
      actions: { get: { ...get, params: z.strictObject({}) } },
    });
    expect(new RecordWorld(vendorOf(sampled(balance)), 1, 9).collectionOf('balance').records()).toHaveLength(1);
  });
});
