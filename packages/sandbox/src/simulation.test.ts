import { defineEntity, type Entity, restApi } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { shop } from '../test/toys/shop.ts';
import { defineSandbox, simulate } from './simulation.ts';

const Row = z.object({
  id: z.string(),
  owner: z.object({ login: z.string() }).nullish(),
  labels: z.array(z.object({ name: z.string() })),
  extra: z.record(z.string(), z.unknown()),
});
const params = z.object({
  owner: z.string().describe('Owner'),
  where: z.strictObject({ id: z.string() }).describe('Which'),
});
const rows: Entity = defineEntity({
  name: 'rows',
  summary: 'Rows',
  record: Row,
  key: 'id',
  actions: { list: restApi()('GET /rows', { summary: 'List', params }) },
});
const simulated = (list: object) => () => simulate(rows, { actions: { list } });

describe('simulate', () => {
  it.each([
    [{ owner: 'owner.login' }],
    [{ owner: null, 'where.id': 'id' }],
    [{ owner: 'labels.0.name' }],
    [{ owner: 'extra.anything' }],
  ])('accepts fields that the record has: %j', (fields) => {
    expect(simulated({ fields })).not.toThrow();
  });

  it.each([
    [{ fields: { ownr: 'id' } }, 'fields names ownr, which is not one of its parameters'],
    [{ fields: { 'wher.id': 'id' } }, 'fields names wher.id, which is not one of its parameters'],
    [{ fields: { owner: 'owner.name' } }, 'fields compares owner with owner.name, which is not a field of the record'],
    [{ fields: { owner: 'labels.name' } }, 'fields compares owner with labels.name, which is not a field'],
    [{ field: {} }, 'has a member field; it can have fields, matches, isMeant, values, toRow'],
  ])('rejects %j', (list, message) => {
    expect(simulated(list)).toThrow(`simulation of rows list: ${message}`);
  });

  it('rejects an action that is not declared', () => {
    expect(() => simulate(rows, { actions: { get: {} } })).toThrow('simulation of rows get: is not declared');
  });
});

describe('defineSandbox', () => {
  it('rejects an entity of another connector, and one that is simulated twice', () => {
    const [products] = shop.entities as [Entity];
    const twice = [simulate(products, {}), simulate(products, {})];
    expect(() => defineSandbox(shop, { entities: [simulate(rows, {})] })).toThrow('sandbox of shop: it has no rows');
    expect(() => defineSandbox(shop, { entities: twice })).toThrow('products is simulated twice');
  });

  it('rejects events of a connector without events', () => {
    expect(() => defineSandbox(shop, { entities: [], events: () => undefined })).toThrow('declares no events');
  });
});
