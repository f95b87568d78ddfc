import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEntity } from './entity.ts';
import { restApi } from './rest-api.ts';
import { brokenSimulation } from './simulation.ts';

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
const api = restApi();

function ruleOf(change: object): string | null {
  const list = { ...api('GET /rows', { summary: 'List', params }), ...change };
  const entity = defineEntity({ name: 'rows', summary: 'Rows', record: Row, key: 'id', actions: { list } });
  return brokenSimulation(entity, list);
}

describe('what is said of the simulated vendor', () => {
  it.each([
    [{ owner: 'owner.login' }],
    [{ owner: null, 'where.id': 'id' }],
    [{ owner: 'labels.0.name' }],
    [{ owner: 'extra.anything' }],
  ])('may be %j', (fields) => {
    expect(ruleOf({ simulate: { fields } })).toBeNull();
  });

  it.each([
    [{ fields: { ownr: 'id' } }, 'simulate.fields names ownr, which is not one of its parameters'],
    [{ fields: { 'wher.id': 'id' } }, 'simulate.fields names wher.id, which is not one of its parameters'],
    [
      { fields: { owner: 'owner.name' } },
      'simulate.fields compares owner with owner.name, which is not a field of the record',
    ],
    [
      { fields: { owner: 'labels.name' } },
      'simulate.fields compares owner with labels.name, which is not a field of the record',
    ],
    [{ field: {} }, 'simulate cannot say field; it can say fields, matches, answers, values'],
  ])('is refused where it is wrong: %j', (simulate, rule) => {
    expect(ruleOf({ simulate })).toBe(rule);
  });

  it('is refused where there is nothing to undo', () => {
    expect(ruleOf({ toRow: () => ({}) })).toBe('has a toRow but no toRecord it would be the inverse of');
  });
});
