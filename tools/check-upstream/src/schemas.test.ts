import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkValue } from './schemas.ts';

const context = { resolve: () => undefined, text: false };
const deviations = (schema: unknown, value: unknown) =>
  checkValue(schema, value, '', context).map(({ kind, where }) => `${kind} ${where}`);

describe('unknown properties', () => {
  const named = { type: 'object', properties: { a: {}, b: {} } };

  it('are refused where the schema names properties, unless it allows others', () => {
    expect(deviations(named, { a: 1, c: 1 })).toEqual(['unknown_field /c']);
    expect(deviations({ ...named, additionalProperties: true }, { c: 1 })).toEqual([]);
    expect(deviations({ ...named, additionalProperties: { type: 'integer' } }, { c: 'x' })).toEqual(['wrong_type /c']);
    expect(deviations({ ...named, patternProperties: { '^x-': {} } }, { 'x-c': 1, y: 1 })).toEqual([
      'unknown_field /y',
    ]);
  });

  it('are taken where it names none, and refused where it says so', () => {
    expect(deviations({ type: 'object' }, { a: 1 })).toEqual([]);
    expect(deviations({}, { a: { b: 1 } })).toEqual([]);
    expect(deviations({ type: 'object', additionalProperties: false }, { a: 1 })).toEqual(['unknown_field /a']);
  });

  it('are judged by all members of allOf together, also where each is closed by itself', () => {
    const closed = { properties: { a: {} }, additionalProperties: false };
    expect(deviations({ allOf: [closed, { properties: { b: {} } }] }, { a: 1, b: 1, c: 1 })).toEqual([
      'unknown_field /c',
    ]);
    expect(deviations({ ...named, allOf: [{ additionalProperties: true }] }, { c: 1 })).toEqual([]);
  });

  it('are judged by the matching members of anyOf, next to the own properties', () => {
    const schema = {
      properties: { a: {} },
      anyOf: [
        { properties: { b: { type: 'integer' } }, required: ['b'] },
        { properties: { c: {} }, required: ['c'] },
      ],
    };
    expect(deviations(schema, { a: 1, b: 1, c: 1 })).toEqual([]);
    expect(deviations(schema, { a: 1, b: 'x', c: 1 })).toEqual(['unknown_field /b']);
    expect(deviations(schema, { a: 1, b: 'x' })).toEqual(['wrong_type /b']);
  });
});

describe('messages', () => {
  it('name every type of a union', () => {
    const schema = { anyOf: [{ type: 'integer' }, { type: 'object', properties: { gt: {} } }] };
    const [deviation] = checkValue(schema, 'x', '/query/created', context);
    expect(deviation).toMatchObject({ kind: 'wrong_type', where: '/query/created' });
    expect(deviation?.message).toBe('"x" must be integer, or "x" must be object');
  });

  it('list the allowed values, the first ten of many', () => {
    const [few] = checkValue({ enum: ['a', 'b'] }, 'c', '', context);
    expect(few?.message).toBe('"c" is not one of a, b');
    const [many] = checkValue({ enum: Array.from({ length: 12 }, (_, index) => index) }, 'c', '', context);
    expect(many?.message).toBe('"c" is not one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …');
  });

  it('are of values with a member that is named like a method of objects', () => {
    const [deviation] = checkValue({ enum: ['a'] }, { toString: 1 }, '', context);
    expect(deviation?.message).toBe('{"toString":1} is not one of a');
  });

  it('stay on one line and short for long values', () => {
    const [deviation] = checkValue({ maxLength: 5 }, 'long\n'.repeat(100), '', context);
    expect(deviation?.message).not.toContain('\n');
    expect(deviation?.message.length).toBeLessThan(120);
  });
});

describe('dialects', () => {
  it('takes null for nullable and readings of text only where values arrive as text', () => {
    expect(deviations({ type: 'string', nullable: true, enum: ['a'] }, null)).toEqual([]);
    expect(deviations({ type: 'integer' }, '5')).toEqual(['wrong_type ']);
    expect(checkValue({ type: 'integer', maximum: 4 }, '5', '', { ...context, text: true })).toMatchObject([
      { kind: 'wrong_value' },
    ]);
    expect(checkValue({ type: ['boolean', 'null'] }, '', '', { ...context, text: true })).toEqual([]);
  });

  it('reads flags and keywords of other drafts, and overlooks broken ones', () => {
    expect(deviations({ minimum: 1, exclusiveMinimum: true }, 1)).toEqual(['wrong_value ']);
    expect(deviations({ type: 'file', required: true, enum: [], pattern: '(', items: [{}] }, 'x')).toEqual([]);
    expect(deviations(false, 1)).toEqual(['wrong_value ']);
    expect(deviations({ not: { const: 1 } }, 1)).toEqual(['wrong_value ']);
    expect(deviations({ prefixItems: [{ type: 'string' }], items: { type: 'integer' } }, ['x', 'y'])).toEqual([
      'wrong_type /*',
    ]);
  });

  it('takes dates where the vendor writes date-time', () => {
    expect(deviations({ format: 'date-time' }, '2026-01-15')).toEqual([]);
    expect(deviations({ format: 'date-time' }, '2026-01-15T09:30:00.5+01:00')).toEqual([]);
    expect(deviations({ format: 'date-time' }, 'yesterday')).toEqual(['wrong_value ']);
  });
});

describe('against ajv', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      tie('object'),
      fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2) }),
      fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('leaf') }),
    ),
    leaf: fc.oneof(
      fc.record({ type: fc.constantFrom('integer', 'string', 'boolean', 'null', 'number') }),
      fc.record({ enum: fc.uniqueArray(fc.constantFrom<unknown>(1, 'a', null, true), { minLength: 1 }) }),
      fc.record({ type: fc.constant('integer'), minimum: fc.nat(5), maximum: fc.integer({ min: 3, max: 9 }) }),
      fc.record({ type: fc.constant('string'), maxLength: fc.nat(3) }),
    ),
    object: fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { noNullPrototype: true }),
      required: fc.uniqueArray(fc.constantFrom('a', 'b')),
      additionalProperties: fc.constant(true),
    }),
  }));
  const value = fc.jsonValue({ maxDepth: 3, noUnicodeString: true }).chain((any) =>
    fc.oneof(
      fc.constant(any),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.oneof(fc.nat(9), fc.constantFrom('a', null, true)), {
        noNullPrototype: true,
      }),
      fc.oneof(fc.nat(9), fc.constantFrom<unknown>('a', 'long', null, true, [], [1])),
    ),
  );

  it('agrees on which values fit, where schemas allow further properties', () => {
    fc.assert(
      fc.property(schema, value, (any, candidate) => {
        expect(deviations(any, candidate).length === 0).toBe(ajv.validate(any as object, candidate));
      }),
      { numRuns: 500 },
    );
  });
});

describe('what a vendor returns', () => {
  const reply = { ...context, response: true };
  const deviations = (schema: unknown, value: unknown) =>
    checkValue(schema, value, '', reply).map(({ kind, where }) => `${kind} ${where}`);

  it('has read-only and deprecated fields, and no write-only ones', () => {
    const schema = {
      required: ['id', 'password'],
      properties: {
        id: { type: 'string', readOnly: true },
        old: { type: 'string', deprecated: true },
        password: { type: 'string', writeOnly: true },
      },
    };
    expect(deviations(schema, { id: 'x', old: 'y' })).toEqual([]);
    expect(deviations(schema, { old: 'y' })).toEqual(['missing_field /id']);
  });

  it('is meant to be the member of a union whose fields it has, whatever it leaves out', () => {
    const full = {
      required: ['id', 'a', 'b'],
      properties: { id: { type: 'string' }, a: {}, b: {}, list: { items: { type: 'integer' } } },
    };
    const deleted = { required: ['id'], properties: { id: { type: 'string' } } };
    for (const union of ['oneOf', 'anyOf']) {
      expect(deviations({ [union]: [deleted, full] }, { id: 'x', a: 1 })).toEqual(['missing_field /b']);
      const list = ['x', 'y', 'z'];
      expect(deviations({ [union]: [deleted, full] }, { id: 'x', a: 1, b: 1, list })).toEqual(
        list.map(() => 'wrong_type /list/*'),
      );
    }
  });
});
