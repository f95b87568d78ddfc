import { describe, expect, it } from 'vitest';
import { memberFacts, schemaFacts } from './schema-facts.ts';

describe('schemaFacts', () => {
  it('reads a plain schema', () => {
    expect(schemaFacts({ type: 'integer', minimum: 1, maximum: 9, default: 3, description: ' Size ' })).toEqual({
      types: ['integer'],
      required: false,
      description: 'Size',
      minimum: 1,
      maximum: 9,
      default: 3,
    });
  });

  it.each([
    ['a list of types', { type: ['string', 'null'] }, ['string', 'null']],
    [
      'alternatives',
      { anyOf: [{ type: 'string' }, { oneOf: [{ type: 'object' }, { type: 'null' }] }] },
      ['string', 'object', 'null'],
    ],
    ['values without a type', { enum: ['a', 1, null] }, ['string', 'integer']],
    ['one value', { const: 1.5 }, ['number']],
    ['nothing', {}, ['any']],
    ['what is not understood', { $ref: '#/$defs/part' }, ['any']],
  ])('reads the types of %s', (_, schema, types) => {
    expect(schemaFacts(schema).types).toEqual(types);
  });

  it('reads a nullable value through to what it holds', () => {
    const facts = schemaFacts({
      anyOf: [{ type: 'string', enum: ['a', 'b'], maxLength: 4 }, { type: 'null' }],
      description: 'Grade',
      default: 'a',
    });
    expect(facts).toMatchObject({ enum: ['a', 'b'], maxLength: 4, default: 'a', description: 'Grade' });
  });

  it('takes values as the only ones if every alternative lists values', () => {
    expect(schemaFacts({ anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }).enum).toEqual(['a', 'b', 'c']);
    expect(schemaFacts({ anyOf: [{ const: 'a' }, { type: 'string' }] })).not.toHaveProperty('enum');
  });
});

describe('memberFacts', () => {
  it('reads the members of every alternative and which of them are required', () => {
    const facts = memberFacts({
      anyOf: [
        { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } }, required: ['id'] },
        { type: 'object', properties: { code: { type: 'integer' } } },
        { type: 'null' },
      ],
    });
    expect(Object.entries(facts).map(([name, { required }]) => [name, required])).toEqual([
      ['id', true],
      ['name', false],
      ['code', false],
    ]);
  });

  it('is empty for a schema without members', () => {
    expect(memberFacts({ type: 'object' })).toEqual({});
  });
});
