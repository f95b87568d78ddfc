import { expect, it } from 'vitest';
import { schemaExample } from './schema-example.ts';

it.each([
  ['its own example', { type: 'string', examples: ['acme'] }, 'acme'],
  ['its default', { type: 'integer', default: 20, maximum: 100 }, 20],
  ['its only value', { const: 'customer' }, 'customer'],
  ['its first value', { enum: ['open', 'closed'] }, 'open'],
  ['its first known value', { type: ['string', 'null'], 'x-extensible-enum': ['new'] }, 'new'],
  ['the name it stands under', { type: 'string' }, 'thing'],
  ['a text of its format', { type: ['string', 'null'], format: 'date' }, '2026-01-15'],
  ['a text of its pattern', { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }, '2026-01-15'],
  ['a text that is short enough', { type: 'string', maxLength: 2 }, '1'],
  ['a text that is long enough', { type: 'string', minLength: 12 }, 'thing'.repeat(12)],
  ['nothing for a pattern nobody can guess', { type: 'string', pattern: '^gid://' }, undefined],
  ['a number in its bounds', { type: 'integer', minimum: 5, maximum: 9 }, 5],
  ['a number below a bound', { type: 'number', maximum: 0 }, 0],
  ['a positive number', { type: 'integer', exclusiveMinimum: 0 }, 1],
  ['a list of one', { type: 'array', items: { type: 'boolean' } }, [true]],
  ['a list that is long enough', { type: 'array', minItems: 2, items: { type: 'integer' } }, [1, 1]],
  [
    'the members it requires',
    { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: {} } },
    { a: 'a' },
  ],
  ['its first alternative that is not null', { anyOf: [{ type: 'null' }, { type: 'integer' }] }, 1],
])('is %s', (_, schema, value) => {
  expect(schemaExample(schema, 'thing')).toEqual(value);
});
