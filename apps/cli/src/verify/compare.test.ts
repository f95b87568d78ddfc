import { describe, expect, it } from 'vitest';
import { RecordComparison } from './compare.ts';
import type { RecordSchema } from './record-schema.ts';

const schema: RecordSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    amount: { type: ['number', 'null'] },
    count: { type: ['integer', 'null'] },
    owner: {
      type: ['object', 'null'],
      properties: { name: { type: ['string', 'null'] }, team: { type: ['object', 'null'], properties: { id: {} } } },
    },
    lines: { type: ['array', 'null'], items: { type: 'object', properties: { price: { type: ['number', 'null'] } } } },
    labels: { type: ['object', 'null'], additionalProperties: { type: ['string', 'null'] } },
    free: { type: ['object', 'null'] },
    either: {
      anyOf: [{ type: 'string' }, { type: 'object', properties: { url: { type: 'string' } } }, { type: 'null' }],
    },
  },
  required: ['id'],
};

function compare(...records: readonly unknown[]) {
  const comparison = new RecordComparison(schema);
  for (const record of records) comparison.add(record);
  return comparison;
}

describe('a comparison of records', () => {
  it('finds nothing in records that are as declared', () => {
    const full = {
      id: 'a',
      amount: 1,
      count: 98_798_798_798_798_798_798n,
      owner: { name: null, team: { id: 7 } },
      lines: [{ price: 1.5 }, {}],
      labels: { any: 'x' },
      free: { any: { thing: [] } },
      either: 'x',
    };
    const comparison = compare(full, { id: 'b', either: { url: 'x' }, owner: null });
    expect(comparison.differences()).toEqual([]);
    expect(comparison.unseen()).toEqual([]);
  });

  it('finds values of another type by their path, at any depth', () => {
    const wrong = {
      id: 7,
      amount: '12.50',
      count: 1.5,
      owner: { team: 'x' },
      lines: [{ price: 1 }, { price: 'free' }, 'x'],
      labels: { ada: 1, grace: 2 },
      either: 3,
    };
    expect(compare(wrong, wrong).differences()).toEqual([
      { kind: 'type', path: 'amount', declared: 'null | number', found: 'string', count: 2 },
      { kind: 'type', path: 'count', declared: 'integer | null', found: 'number', count: 2 },
      { kind: 'type', path: 'either', declared: 'null | object | string', found: 'integer', count: 2 },
      { kind: 'type', path: 'id', declared: 'string', found: 'integer', count: 2 },
      { kind: 'type', path: 'labels.*', declared: 'null | string', found: 'integer', count: 4 },
      { kind: 'type', path: 'lines[]', declared: 'object', found: 'string', count: 2 },
      { kind: 'type', path: 'lines[].price', declared: 'null | number', found: 'string', count: 2 },
      { kind: 'type', path: 'owner.team', declared: 'null | object', found: 'string', count: 2 },
    ]);
  });

  it('finds a missing key, and fields that are not declared, without names that are data', () => {
    const record = { created_by: 'x', owner: { nick: 'x' }, 'ada@mail.example': 1, cus_9xK2aB: 1, either: { uri: 1 } };
    expect(compare(record).differences()).toEqual([
      { kind: 'undeclared', path: '*', found: 'integer', count: 2 },
      { kind: 'undeclared', path: 'created_by', found: 'string', count: 1 },
      { kind: 'undeclared', path: 'either.uri', found: 'integer', count: 1 },
      { kind: 'missing', path: 'id', count: 1 },
      { kind: 'undeclared', path: 'owner.nick', found: 'string', count: 1 },
    ]);
  });

  it('names declared fields that no record has, but not what is in them', () => {
    expect(compare({ id: 'a', owner: { name: null }, lines: null, free: {}, labels: {} }).unseen()).toEqual([
      'amount',
      'count',
      'owner.team',
      'either',
    ]);
  });
});
