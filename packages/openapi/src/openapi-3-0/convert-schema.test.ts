import { expect, it } from 'vitest';
import { schema30 } from './convert-schema.ts';

const book = { $ref: '#/components/schemas/Book' };

it.each([
  [
    { type: 'string', maxLength: 3 },
    { type: 'string', maxLength: 3 },
  ],
  [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [
    { type: ['string', 'integer', 'null'] },
    {
      anyOf: [
        { type: 'string', nullable: true },
        { type: 'integer', nullable: true },
      ],
    },
  ],
  [{ type: 'null' }, { type: 'string', nullable: true, enum: [null] }],
  [{ anyOf: [book, { type: 'null' }] }, { $ref: '#/components/schemas/NullableBook' }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string', nullable: true }],
  [{ oneOf: [{ type: 'string' }, book, { type: 'null' }] }, { oneOf: [{ type: 'string', nullable: true }, book] }],
  [{ anyOf: [{ enum: ['a'] }, { type: 'null' }] }, { nullable: true, enum: ['a', null] }],
  [{ type: 'object' }, { type: 'object', additionalProperties: {} }],
  [
    { type: 'object', allOf: [book] },
    { type: 'object', allOf: [book] },
  ],
  [{ const: 'a' }, { enum: ['a'] }],
  [
    { type: 'integer', exclusiveMinimum: 0 },
    { type: 'integer', minimum: 0, exclusiveMinimum: true },
  ],
  [
    { type: 'number', exclusiveMaximum: 1 },
    { type: 'number', maximum: 1, exclusiveMaximum: true },
  ],
  [
    { type: 'string', examples: ['a', 'b'] },
    { type: 'string', example: 'a' },
  ],
  [
    { type: 'string', contentEncoding: 'base64' },
    { type: 'string', format: 'byte' },
  ],
  [
    { type: 'string', contentMediaType: 'application/octet-stream' },
    { type: 'string', format: 'binary' },
  ],
  [{ type: 'array' }, { type: 'array', items: {} }],
  [
    { type: 'array', prefixItems: [{ const: 1 }, book] },
    { type: 'array', items: { anyOf: [{ enum: [1] }, book] } },
  ],
  [
    { type: 'object', additionalProperties: { type: ['integer', 'null'] }, propertyNames: { maxLength: 3 } },
    { type: 'object', additionalProperties: { type: 'integer', nullable: true } },
  ],
  [
    { type: 'object', additionalProperties: false, properties: { const: { const: 1 } } },
    { type: 'object', additionalProperties: false, properties: { const: { enum: [1] } } },
  ],
  [{ ...book, description: 'A book' }, book],
  [{ $ref: '#/$defs/Book' }, {}],
  [true, {}],
  [
    { type: 'array', 'x-nullable': true, items: book },
    { type: 'array', 'x-nullable': true, items: book },
  ],
])('says %j as %j', (schema, expected) => {
  expect(schema30(schema)).toEqual(expected);
});

it('makes a member that holds the whole again any object, and leaves lists of it alone', () => {
  const properties = { not: book, and: { type: 'array', items: book } };
  expect(schema30({ type: 'object', properties }, book.$ref)).toEqual({
    type: 'object',
    properties: {
      not: { description: 'As Book.', type: 'object', additionalProperties: true },
      and: { type: 'array', items: book },
    },
  });
});
