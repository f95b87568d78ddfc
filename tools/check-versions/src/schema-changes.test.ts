import type { JsonSchema } from '@connectory/connector-sdk/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fits, fitting, near, schemas } from '../test/schemas.ts';
import { schemaChanges } from './schema-changes.ts';

const effects = (before: JsonSchema, after: JsonSchema) => schemaChanges(before, after, '').map(({ effect }) => effect);
const lines = (before: JsonSchema, after: JsonSchema) =>
  schemaChanges(before, after, 'params').map(({ where, effect, what }) => `${where} ${what} (${effect})`);

const text = { type: 'string' };
const object = (properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

describe('schemaChanges', () => {
  it('sees nothing in what is the same, in another order or another spelling', () => {
    expect(lines({ type: 'string', maxLength: 5 }, { maxLength: 5, type: 'string' })).toEqual([]);
    expect(lines({ enum: ['a', 'b'] }, { type: 'string', enum: ['b', 'a'] })).toEqual([]);
    expect(lines({ type: ['string', 'null'] }, { anyOf: [{ type: 'null' }, text] })).toEqual([]);
    expect(lines({ const: 'a' }, { enum: ['a'] })).toEqual([]);
    expect(lines(object({ a: text, b: text }, 'a', 'b'), object({ b: text, a: text }, 'b', 'a'))).toEqual([]);
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    ['a type', text, { type: ['string', 'null'] }],
    ['anything', text, {}],
    ['every number', { type: 'integer' }, { type: 'number' }],
    ['a value', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['every value', { type: 'string', enum: ['a'] }, text],
    ['a higher limit', { type: 'integer', maximum: 5 }, { type: 'integer', maximum: 6 }],
    ['a lower start', { type: 'integer', minimum: 1 }, { type: 'integer' }],
    ['longer lists', { type: 'array', maxItems: 5 }, { type: 'array', maxItems: 6 }],
    ['more in its entries', { type: 'array', items: text }, { type: 'array' }],
    ['more beside its members', { type: 'object', additionalProperties: false }, { type: 'object' }],
    ['texts of every form', { type: 'string', pattern: '^a' }, text],
    ['an alternative', { anyOf: [object({ a: text }), text] }, { anyOf: [object({ a: text }), text, object({})] }],
  ])('calls it wider when it takes %s, and narrower the other way round', (_, narrow, wide) => {
    expect(effects(narrow, wide)).toEqual(['wider']);
    expect(effects(wide, narrow)).toEqual(['narrower']);
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    ['another default', { type: 'integer', default: 10 }, { type: 'integer', default: 20 }],
    ['no default any more', { type: 'integer', default: 10 }, { type: 'integer' }],
    ['another form', { type: 'string', format: 'date' }, { type: 'string', format: 'date-time' }],
    ['a keyword without a rule', text, { type: 'string', not: { const: 'a' } }],
    [
      'several other alternatives of one type',
      { anyOf: [object({ a: text }), object({ b: text })] },
      { anyOf: [object({ c: text }), object({ d: text })] },
    ],
  ])('is unclear about %s', (_, before, after) => {
    expect(effects(before, after)).toEqual(['unclear']);
  });

  it('says what happened to members, and where', () => {
    const before = object(
      { gone: text, later: text, once: text, deep: object({ list: { type: 'array', items: text } }) },
      'once',
    );
    const after = object(
      {
        later: text,
        once: text,
        fresh: text,
        must: text,
        deep: object({ list: { type: 'array', items: { type: 'integer' } } }),
      },
      'later',
      'must',
    );
    expect(lines(before, after)).toEqual([
      'params/deep/list[] can no longer be string (narrower)',
      'params/deep/list[] can be integer now (wider)',
      'params/fresh is new (member added)',
      'params/gone is gone (member gone)',
      'params/later was optional, is required now (required)',
      'params/must is new and required (required member added)',
      'params/once was required, is optional now (no longer required)',
    ]);
  });

  it('sees a mark of deprecation', () => {
    expect(lines(text, { ...text, deprecated: true })).toEqual(['params is marked as deprecated (marked)']);
  });
});

// What an object does not declare may be anything before it is declared, so members are only compared where they cannot.
describe('no value is lost or added unnoticed', () => {
  const cases = (closed: boolean) =>
    schemas(closed).chain((before) =>
      near(before, closed).chain((after) => {
        const value = fc.oneof(fitting(before), fitting(after));
        return fc.record({
          before: fc.constant(before),
          after: fc.constant(after),
          some: fc.array(value, { minLength: 20, maxLength: 20 }),
        });
      }),
    );
  const runs = { numRuns: 1000 };

  it('what is not narrower takes every value it took', () => {
    const loses = ['narrower', 'unclear', 'member gone', 'required', 'required member added'];
    fc.assert(
      fc.property(cases(true), ({ before, after, some }) => {
        if (effects(before, after).some((effect) => loses.includes(effect))) return;
        const [was, is] = [fits(before), fits(after)];
        for (const value of some.filter(was)) expect(is(value), JSON.stringify({ before, after, value })).toBe(true);
      }),
      runs,
    );
  });

  it('what is not wider takes no value it did not take', () => {
    const gains = ['wider', 'unclear', 'member gone', 'no longer required'];
    fc.assert(
      fc.property(cases(false), ({ before, after, some }) => {
        if (effects(before, after).some((effect) => gains.includes(effect))) return;
        const [was, is] = [fits(before), fits(after)];
        for (const value of some.filter(is)) expect(was(value), JSON.stringify({ before, after, value })).toBe(true);
      }),
      runs,
    );
  });

  it('sees a change in every pair that some value tells apart', () => {
    fc.assert(
      fc.property(fc.boolean().chain(cases), ({ before, after, some }) => {
        if (effects(before, after).length > 0) return;
        const [was, is] = [fits(before), fits(after)];
        for (const value of some) expect(is(value), JSON.stringify({ before, after, value })).toBe(was(value));
      }),
      runs,
    );
  });
});
