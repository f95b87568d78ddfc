import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resolveWithin } from './formats.ts';
import { compareRecord, compareReshaped, elementsOf, followPath } from './records.ts';

/** What the comparison says, as `kind place` lines; `open place` for what could not be compared. */
function compare(declared: z.ZodType, schema: unknown, definitions: object = {}): string[] {
  const own = z.toJSONSchema(declared, { io: 'input' });
  const vendor = { schema, resolve: resolveWithin({ definitions }) };
  const { deviations, unchecked } = compareRecord({ schema: own, resolve: resolveWithin(own) }, vendor, '');
  return [...deviations.map(({ kind, where }) => `${kind} ${where}`), ...unchecked.map((place) => `open ${place}`)];
}

const field = (declared: z.ZodType, schema: unknown, definitions?: object) =>
  compare(z.object({ x: declared }), { type: 'object', required: ['x'], properties: { x: schema } }, definitions);

describe('fields', () => {
  const vendor = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, name: { type: 'string' } } };

  it('the vendor does not have are found, with the closest it has', () => {
    expect(compare(z.object({ id: z.string(), nam: z.string().optional() }), vendor)).toEqual(['unknown_field /nam']);
    const schema = z.toJSONSchema(z.object({ nam: z.string() }));
    const sides = [
      { schema, resolve: () => undefined },
      { schema: vendor, resolve: () => undefined },
    ] as const;
    expect(compareRecord(...sides, '').deviations[0]).toMatchObject({ nearest: 'name' });
  });

  it('the vendor may leave out must not be required', () => {
    expect(compare(z.object({ id: z.string(), name: z.string() }), vendor)).toEqual(['absence_denied /name']);
    expect(compare(z.object({ id: z.string(), name: z.string().optional() }), vendor)).toEqual([]);
  });

  it('may be required where the vendor requires nothing, which says nothing', () => {
    const { required: _, ...silent } = vendor;
    expect(compare(z.object({ id: z.string() }), silent)).toEqual([]);
  });

  it('are not compared where the vendor leaves its own open', () => {
    expect(compare(z.object({ id: z.string() }), { type: 'object' })).toEqual(['open /id']);
    expect(compare(z.object({ ix: z.string() }), { ...vendor, additionalProperties: true })).toEqual(['open /ix']);
    expect(compare(z.object({ ix: z.string() }), { ...vendor, additionalProperties: false })).toEqual([
      'unknown_field /ix',
    ]);
    expect(compare(z.object({ id: z.string() }), {})).toEqual(['open ']);
  });

  it('of all members of allOf and of any member of a union count', () => {
    const more = { properties: { more: { type: 'integer' } } };
    const record = z.object({ id: z.string(), more: z.int() });
    expect(compare(record.partial(), { allOf: [vendor, more] })).toEqual([]);
    expect(compare(record, { oneOf: [{ allOf: [vendor, more] }, vendor] })).toEqual(['absence_denied /more']);
  });

  it('are looked for at any depth, in lists and through references in a circle', () => {
    const tree = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/definitions/tree' } } },
    };
    const record = z.object({ children: z.array(z.object({ children: z.array(z.object({ nom: z.string() })) })) });
    expect(compare(record, { $ref: '#/definitions/tree' }, { tree })).toEqual([
      'unknown_field /children/*/children/*/nom',
    ]);
  });
});

describe('values', () => {
  it.each<[string, z.ZodType, unknown, string[]]>([
    ['of the same type', z.string(), { type: 'string' }, []],
    ['of another type', z.string(), { type: 'integer' }, ['wrong_type /x']],
    ['that may be of another type too', z.string(), { type: ['string', 'integer'] }, ['wrong_type /x']],
    ['of an integer for a number', z.number(), { type: 'integer' }, []],
    ['of a number for an integer', z.int(), { type: 'number' }, ['fraction_denied /x']],
    ['that may be null', z.string(), { type: ['string', 'null'] }, ['null_denied /x']],
    ['that may be null in OpenAPI 3.0', z.string(), { type: 'string', nullable: true }, ['null_denied /x']],
    ['that may be null by reference', z.string(), { allOf: [{ type: 'string' }], nullable: true }, ['null_denied /x']],
    ['that may be null, and are declared so', z.string().nullish(), { type: 'string', nullable: true }, []],
    ['of any type in the record', z.unknown(), { type: 'string', nullable: true }, []],
    ['of any type at the vendor', z.string(), {}, ['open /x']],
    ['that are 64-bit integers, sent as text', z.string(), { type: 'string', format: 'int64' }, []],
    ['listed by both', z.enum(['a', 'b']), { enum: ['a'] }, []],
    ['the record does not list', z.enum(['a', 'b']), { enum: ['a', 'c'] }, ['unlisted_value /x']],
    ['nobody lists', z.enum(['a', 'b']), { type: 'string' }, []],
    [
      'listed in a union with null',
      z.enum(['a']),
      { anyOf: [{ const: 'c' }, { type: 'null' }] },
      ['null_denied /x', 'unlisted_value /x'],
    ],
    [
      'no value can have',
      z.enum(['a']),
      { anyOf: [{ enum: ['a'] }, { allOf: [{ type: 'string' }, { type: 'object' }] }] },
      [],
    ],
    ['in lists', z.array(z.string()), { type: 'array', items: { type: 'integer' } }, ['wrong_type /x/*']],
    ['of a list in the place of an object', z.object({ y: z.string() }), { type: 'array' }, ['wrong_type /x']],
    [
      'under any name',
      z.record(z.string(), z.string()),
      { additionalProperties: { type: 'integer' }, type: 'object' },
      ['wrong_type /x/*'],
    ],
    [
      'under names the vendor states',
      z.record(z.string(), z.string()),
      { properties: { y: { type: 'integer' } } },
      ['wrong_type /x/y'],
    ],
  ])('%s', (_, declared, schema, found) => {
    expect(field(declared, schema)).toEqual(found);
  });
});

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

function compareRows(record: z.ZodType, reshape: (row: Person) => unknown): string[] {
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
    const made = compareRows(record, ({ id, nick, friends, home }) => ({
      number: String(id),
      name: nick,
      friends: friends.map((friend) => ({ number: friend.id })),
      ...home,
    }));
    expect(made).toEqual([]);
  });

  it('has no field that nothing becomes, at any depth', () => {
    const record = z.object({ age: z.int().nullish(), friends: z.array(z.object({ age: z.int().nullish() })) });
    const made = compareRows(record, (row) => ({ age: null, friends: row.friends.map(() => ({})) }));
    expect(made).toEqual(['unknown_field /age', 'unknown_field /friends/*/age']);
  });

  it('takes what becomes of a row that has as little as it may', () => {
    const record = z.object({ name: z.string(), street: z.string(), id: z.unknown() });
    const made = compareRows(record, ({ id, nick, home }) => ({ name: nick, street: home?.street, id }));
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

const vendor = (schema: unknown) => ({ schema, resolve: () => ({ properties: { id: { type: 'string' } } }) });
const response = vendor({
  oneOf: [
    { properties: { data: { type: 'array', items: { $ref: '#/item' } }, meta: { type: 'object' } } },
    { properties: { error: { type: 'string' } } },
  ],
});

describe('a path', () => {
  it('leads through unions, lists and references', () => {
    expect(followPath(response, 'data.0.id')).toMatchObject({ found: { schema: { type: 'string' } } });
    expect(followPath(response, '')).toEqual({ found: response });
  });

  it('ends where the schema says nothing more', () => {
    expect(followPath(response, 'meta.next')).toEqual({ open: true });
    expect(followPath(vendor({}), 'data')).toEqual({ open: true });
  });

  it('is missing where the schema says what there is', () => {
    expect(followPath(response, 'dat.0')).toEqual({ missing: 'dat', nearest: 'data' });
    expect(followPath(response, 'data.0.name.first')).toEqual({ missing: 'data.0.name' });
    expect(followPath(response, 'error.0')).toEqual({ missing: 'error.0' });
  });
});

it('finds what stands in a list, and that there is none', () => {
  const items = { type: 'string' };
  expect(elementsOf(vendor({ type: 'array', items }))?.schema).toEqual(items);
  expect(elementsOf(vendor({ type: ['array', 'null'], items }))?.schema).toEqual(items);
  expect(elementsOf(vendor({ type: 'object' }))).toBeUndefined();
  expect(elementsOf(vendor({ properties: { items } }))).toBeUndefined();
});
