import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resolveWithin } from '../description/document-references.ts';
import { compareReshaped } from './compare-reshaped.ts';

const definitions = {
  person: {
    type: 'object',
    required: ['id', 'friends'],
    properties: {
      id: { type: 'integer' },
      nick: { type: ['string', 'null'] },
      friends: { type: 'array', items: { $ref: '#/definitions/person' } },
      home: {
        oneOf: [
          { type: 'object', properties: { street: {} } },
          { type: 'object', properties: { boat: {} } },
        ],
      },
    },
  },
};

interface Person {
  readonly id: number;
  readonly nick: string | null;
  readonly friends: readonly Person[];
  readonly home?: { readonly street: string; readonly boat: string };
}

function compare(record: z.ZodType, reshape: (row: Person) => unknown): string[] {
  const schema = z.toJSONSchema(record, { io: 'input' });
  const vendor = { schema: { $ref: '#/definitions/person' }, resolve: resolveWithin({ definitions }) };
  const found = compareReshaped(
    { schema, resolve: resolveWithin(schema) },
    vendor,
    (row) => reshape(row as Person),
    '',
  );
  return found.map(({ kind, where }) => `${kind} ${where}`);
}

describe('a record made of a row', () => {
  it('passes when each field comes from one the vendor has', () => {
    const record = z.object({
      number: z.string(),
      name: z.string().nullish(),
      friends: z.array(z.object({ number: z.int() })),
      street: z.string().nullish(),
      boat: z.string().nullish(),
    });
    const made = compare(record, ({ id, nick, friends, home }) => ({
      number: String(id),
      name: nick,
      friends: friends.map((friend) => ({ number: friend.id })),
      ...home,
    }));
    expect(made).toEqual([]);
  });

  it('has no field that nothing becomes, at any depth', () => {
    const record = z.object({ age: z.int().nullish(), friends: z.array(z.object({ age: z.int().nullish() })) });
    const made = compare(record, (row) => ({ age: null, friends: row.friends.map(() => ({})) }));
    expect(made).toEqual(['unknown_field /age', 'unknown_field /friends/*/age']);
  });

  it('takes what becomes of a row that has as little as it may', () => {
    const record = z.object({ name: z.string(), street: z.string(), id: z.unknown() });
    const made = compare(record, ({ id, nick, home }) => ({ name: nick, street: home?.street, id }));
    expect(made).toEqual(['null_denied /name', 'absence_denied /name', 'absence_denied /street']);
  });

  it('may come from rows that refer to each other without end', () => {
    const crowd = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`f${index}`, { $ref: '#/definitions/crowd' }]),
      ),
    };
    const vendor = { schema: crowd, resolve: resolveWithin({ definitions: { crowd } }) };
    const declared = { schema: { properties: { x: { type: 'string' } } }, resolve: () => undefined };
    expect(compareReshaped(declared, vendor, () => ({ x: 'y' }), '')).toEqual([]);
  });
});
