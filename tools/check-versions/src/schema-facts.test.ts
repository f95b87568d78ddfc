import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fits, fitting, schemas } from '../test/schemas.ts';
import { schemaFacts, schemaOf } from './schema-facts.ts';

describe('schemaFacts', () => {
  it('leaves words out, and writes what is common in short', () => {
    const schema = {
      type: 'object',
      description: 'A customer',
      properties: {
        name: { anyOf: [{ type: 'string', description: 'Full name' }, { type: 'null' }] },
        id: { type: 'string', examples: ['cus_1'] },
        state: { type: 'string', enum: ['open', 'closed'] },
        tags: { type: 'array', items: { type: 'string' } },
        metadata: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'string' } },
        limit: { type: 'integer', maximum: 100, default: 10 },
        anything: {},
      },
      required: ['id'],
    };
    expect(schemaFacts(schema)).toEqual({
      members: {
        'anything?': {},
        id: 'string',
        'limit?': { default: 10, maximum: 100, type: 'integer' },
        'metadata?': { additionalProperties: 'string', type: 'object' },
        'name?': 'string|null',
        'state?': { enum: ['open', 'closed'] },
        'tags?': { items: 'string' },
      },
    });
  });

  it('leaves what a short form would change as it is', () => {
    expect(schemaFacts({ items: { type: 'string' } })).toEqual({ type: 'any', items: 'string' });
    const odd = { type: 'object', properties: { 'sure?': { type: 'boolean' } } };
    expect(schemaFacts(odd)).toEqual({ type: 'object', properties: { 'sure?': 'boolean' } });
    expect(schemaOf(schemaFacts(odd))).toEqual(odd);
  });
});

describe('schemaOf', () => {
  it('gives a schema with the same values', () => {
    const cases = fc
      .boolean()
      .chain(schemas)
      .chain((schema) =>
        fc.record({ schema: fc.constant(schema), some: fc.array(fitting(schema), { minLength: 10, maxLength: 10 }) }),
      );
    fc.assert(
      fc.property(cases, ({ schema, some }) => {
        const facts = JSON.parse(JSON.stringify(schemaFacts(schema)));
        const back = schemaOf(facts);
        expect(schemaFacts(back)).toEqual(facts);
        const [before, after] = [fits(schema), fits(back)];
        for (const value of some) expect(after(value), JSON.stringify({ schema, facts, value })).toBe(before(value));
      }),
      { numRuns: 300 },
    );
  });
});
