import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateParameterSets } from './parameter-sets.ts';

const setsOf = (params: z.ZodType) => generateParameterSets(z.toJSONSchema(params, { io: 'input' }));
const listed = (params: z.ZodType) => {
  const { sets, notes } = setsOf(params);
  expect(notes).toEqual([]);
  return Object.fromEntries(sets.map((set) => [set.label, set.params]));
};

describe('parameter sets', () => {
  it('hold the required parameters, then all of them', () => {
    const params = z.strictObject({
      id: z.string(),
      note: z.string().optional(),
      owner: z.strictObject({ name: z.string(), age: z.int().optional() }).optional(),
    });
    expect(listed(params)).toMatchObject({
      'required parameters': { id: 'example_id' },
      'all parameters': {
        id: 'example_id',
        note: 'example_note',
        owner: { name: 'example_owner_name', age: expect.any(Number) },
      },
    });
  });

  it('hold one empty set for an action without parameters', () => {
    expect(generateParameterSets({}).sets.map((set) => set.params)).toEqual([{}]);
    expect(listed(z.strictObject({}))).toEqual({ 'required parameters': {} });
  });

  it('hold each enum value, also in objects and lists, next to what is required', () => {
    const kind = z.enum(['rye', 'spelt']);
    const params = z.strictObject({
      id: z.string(),
      kind: kind.optional(),
      fresh: z.boolean().optional(),
      filter: z.strictObject({ kinds: z.array(kind) }).optional(),
    });
    expect(listed(params)).toMatchObject({
      '.kind=rye': { id: 'example_id', kind: 'rye' },
      '.kind=spelt': { id: 'example_id', kind: 'spelt' },
      '.fresh=false': { id: 'example_id', fresh: false },
      '.filter.kinds[0]=spelt': { id: 'example_id', filter: { kinds: ['spelt'] } },
    });
  });

  it('hold the stated bounds of numbers, texts and lists', () => {
    const params = z.strictObject({
      limit: z.int().min(1).max(100).optional(),
      ratio: z.number().gt(0).lte(1).optional(),
      step: z.int().multipleOf(5).min(3).max(12).optional(),
      code: z.string().min(2).max(4).optional(),
      tags: z.array(z.string()).min(2).max(3).optional(),
      plain: z.int().optional(),
    });
    expect(listed(params)).toMatchObject({
      '.limit=1': { limit: 1 },
      '.limit=100': { limit: 100 },
      '.ratio=0.5': { ratio: 0.5 },
      '.ratio=1': { ratio: 1 },
      '.step=5': { step: 5 },
      '.step=10': { step: 10 },
      '.code of length 2': { code: 'xx' },
      '.code of length 4': { code: 'xxxx' },
      '.tags of 3 items': { tags: ['example_tags', 'example_tags_1', 'example_tags_2'] },
    });
    expect(setsOf(params).sets.filter((set) => set.label.startsWith('.plain'))).toEqual([]);
  });

  it('hold each alternative of a union, null among them', () => {
    const price = z.union([z.strictObject({ amount: z.int() }), z.strictObject({ tiers: z.array(z.int()) }), z.null()]);
    const { sets } = setsOf(z.strictObject({ price: price.optional(), id: z.union([z.int(), z.string()]) }));
    const prices = sets.map((set) => set.params.price);
    expect(prices).toContainEqual({ amount: expect.any(Number) });
    expect(prices).toContainEqual({ tiers: [expect.any(Number)] });
    expect(prices).toContain(null);
    expect(new Set(sets.map((set) => typeof set.params.id))).toEqual(new Set(['number', 'string']));
  });

  it('hold each member of an optional object alone when none is required', () => {
    const size = z.strictObject({ height: z.int().optional(), width: z.int().optional() });
    expect(listed(z.strictObject({ size: size.optional() }))).toMatchObject({
      '.size.height alone': { size: { height: expect.any(Number) } },
      '.size.width alone': { size: { width: expect.any(Number) } },
    });
  });

  it('take the alternatives of the whole object', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { enum: ['x', 'y'] } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
      additionalProperties: false,
    };
    const { sets, notes } = generateParameterSets(schema);
    expect(notes).toEqual([]);
    expect(sets.map((set) => set.params)).toEqual(
      expect.arrayContaining([
        { a: 'example_a' },
        { b: 'example_b' },
        { a: 'example_a', c: 'y' },
        { a: 'example_a', b: 'example_b', c: 'x' },
      ]),
    );
  });

  it('add what a value needs next to it', () => {
    const schema = {
      type: 'object',
      properties: { order: { enum: ['up', 'down'] }, sort: { type: 'string' } },
      dependentRequired: { order: ['sort'] },
    };
    expect(generateParameterSets(schema).sets.map((set) => set.params)).toContainEqual({
      order: 'down',
      sort: 'example_sort',
    });
  });

  it('prefer examples and defaults, and meet formats and patterns', () => {
    const params = z.strictObject({
      region: z.string().default('eu').optional(),
      fields: z.array(z.string().meta({ examples: ['id'] })).optional(),
      size: z
        .int()
        .min(1)
        .meta({ examples: [7] })
        .optional(),
      email: z.email().optional(),
      at: z.iso.datetime().optional(),
      url: z.url().optional(),
      sid: z
        .string()
        .regex(/^AC[0-9a-f]{8}$/)
        .optional(),
      labels: z.record(z.string().regex(/^[a-z]{2}$/), z.int()).optional(),
    });
    expect(listed(params)['all parameters']).toEqual({
      region: 'eu',
      fields: ['id'],
      size: 7,
      email: 'ada@example.com',
      at: '2026-01-15T09:30:00Z',
      url: 'https://example.com/example',
      sid: expect.stringMatching(/^AC[0-9a-f]{8}$/),
      labels: expect.any(Object),
    });
  });

  it('tell made-up values from stated ones', () => {
    const params = z.strictObject({
      id: z.string(),
      page: z.int().default(1).optional(),
      code: z.string().max(3).optional(),
    });
    const { sets } = setsOf(params);
    const free = (label: string) => Object.fromEntries(sets.find((set) => set.label === label)?.free ?? []);
    expect(free('all parameters')).toEqual({ '/id': 'any', '/code': 'any' });
    expect(free('.code of length 3')).toEqual({ '/id': 'any', '/code': 'length' });
  });

  it('note what no value was found for, and leave it out where it is optional', () => {
    const impossible = z.string().regex(/^(?!x)a+b$/);
    const optional = setsOf(z.strictObject({ id: z.string(), code: impossible.optional() }));
    expect(optional.notes).toEqual(['/code: no text fits pattern ^(?!x)a+b$; give its schema an example']);
    expect(optional.sets.map((set) => set.params)).toEqual([{ id: 'example_id' }]);
    expect(setsOf(z.strictObject({ code: impossible })).sets).toEqual([]);
  });

  it('end for schemas that contain themselves', () => {
    const node: z.ZodType = z.strictObject({
      name: z.string(),
      get child() {
        return node.optional();
      },
    });
    expect(setsOf(z.strictObject({ node })).sets.length).toBeGreaterThan(1);
    const endless = {
      $defs: { a: { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, required: ['a'] } },
      $ref: '#/$defs/a',
    };
    expect(generateParameterSets(endless)).toMatchObject({
      sets: [],
      notes: [expect.stringContaining('requires itself')],
    });
  });

  it('are the same every time', () => {
    const params = z.strictObject({
      sid: z.string().regex(/^[A-Z]{2}\d{4}$/),
      tags: z.array(z.string()).max(5).optional(),
    });
    expect(setsOf(params)).toEqual(setsOf(params));
  });
});

describe('any schema', () => {
  const ajv = new Ajv2020({ strict: false });
  formatsPlugin.default(ajv);
  const { schema } = fc.letrec<{ schema: object; leaf: object; object: object }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      tie('object'),
      fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2) }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    ),
    leaf: fc.oneof(
      fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 1, null), { minLength: 1 }) }),
      fc
        .tuple(fc.nat(50), fc.nat(50))
        .map(([minimum, more]) => ({ type: 'integer', minimum, maximum: minimum + more })),
      fc
        .tuple(fc.nat(30), fc.nat(30))
        .map(([minLength, more]) => ({ type: 'string', minLength, maxLength: minLength + more })),
      fc.record({ type: fc.constant('string'), format: fc.constantFrom('date', 'date-time', 'email', 'uri', 'uuid') }),
      fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^[A-Z]{3}$', '^\\d+$', '^a(b|c)*$') }),
      fc.constantFrom({ type: 'boolean' }, { type: 'number', exclusiveMinimum: 0 }, { type: ['string', 'null'] }, {}),
    ),
    object: fc
      .tuple(
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        fc.constantFrom('a', 'b'),
      )
      .map(([properties, name]) => ({
        type: 'object',
        properties,
        required: name in properties ? [name] : [],
        additionalProperties: false,
      })),
  }));
  const paramsSchema = fc
    .dictionary(fc.constantFrom('id', 'limit', 'filter', 'kind'), schema, { noNullPrototype: true })
    .map((properties) => ({ type: 'object', properties, additionalProperties: false }));

  it('gets valid sets only, loses none, and sees every enum value of its parameters', () => {
    fc.assert(
      fc.property(paramsSchema, (params) => {
        const { sets, notes } = generateParameterSets(params);
        expect(notes).toEqual([]);
        expect(sets.length).toBeGreaterThan(0);
        const validate = ajv.compile(params);
        for (const set of sets) {
          expect(validate(set.params), JSON.stringify(set.params)).toBe(true);
        }
        for (const [name, member] of Object.entries(params.properties)) {
          const values = sets.map((set) => set.params[name]);
          for (const value of 'enum' in member ? (member.enum as unknown[]) : []) {
            expect(values).toContain(value);
          }
        }
      }),
      { numRuns: 80 },
    );
  });
});
