import type { JsonSchema } from '@connectory/connector-sdk';
import { bounds } from './bounds.ts';

const text = { type: 'string', maxLength: bounds.operandLength };
const scalar = { type: ['string', 'number', 'boolean', 'null'], maxLength: bounds.operandLength };
const orderedScalar = { type: ['string', 'number'], maxLength: bounds.operandLength };
const condition = { $ref: '#/$defs/condition' };
const conditions = { type: 'array', minItems: 1, items: condition };
const fieldName = { type: 'string', minLength: 1, maxLength: bounds.fieldNameLength };

const perField = (description: string, operand: object) => ({
  description,
  type: 'object',
  minProperties: 1,
  propertyNames: fieldName,
  additionalProperties: operand,
});

/**
 * JSON Schema (draft 2020-12) of the parameters of `context_store_search`, the same for every entity; which fields there are and
 * what they take is in the manifest. `spec/search.schema.json` is this schema.
 */
export const searchSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Parameters of context_store_search',
  type: 'object',
  required: ['query'],
  additionalProperties: false,
  properties: {
    query: {
      description: 'What to find and in which order.',
      type: 'object',
      additionalProperties: false,
      properties: {
        filter: { description: 'Null and {} find everything.', anyOf: [condition, { type: 'null' }] },
        sort: {
          description: 'Fields to sort by, the first one counts most; null is last in both directions.',
          type: ['array', 'null'],
          maxItems: bounds.sortKeys,
          items: {
            type: 'object',
            minProperties: 1,
            maxProperties: 1,
            propertyNames: fieldName,
            additionalProperties: { enum: ['asc', 'desc'] },
          },
        },
      },
    },
    limit: {
      description: 'Most records to return.',
      type: ['integer', 'null'],
      minimum: 1,
      maximum: bounds.limit,
      default: bounds.defaultLimit,
    },
    cursor: {
      description: 'meta.cursor of the previous page of the same filter and sort.',
      type: ['string', 'null'],
      maxLength: bounds.cursorLength,
    },
    fields: {
      description: 'Field paths to return: dotted, or as a list of keys. All when absent.',
      type: ['array', 'null'],
      minItems: 1,
      maxItems: bounds.fields,
      items: { anyOf: [fieldName, { type: 'array', minItems: 1, items: fieldName }] },
    },
    explain: { description: 'Adds the plan of the search to meta.', type: ['boolean', 'null'] },
  },
  $defs: {
    condition: {
      description: 'Operators; all of them, and all fields below one of them, must hold.',
      type: 'object',
      additionalProperties: false,
      properties: {
        and: { description: 'All hold.', ...conditions },
        or: { description: 'At least one holds.', ...conditions },
        not: { description: 'It does not hold.', ...condition },
        eq: perField('The value is equal.', scalar),
        neq: perField('The value is not equal.', scalar),
        gt: perField('The value is greater.', orderedScalar),
        gte: perField('The value is greater or equal.', orderedScalar),
        lt: perField('The value is less.', orderedScalar),
        lte: perField('The value is less or equal.', orderedScalar),
        in: perField('The value is one of these.', { type: 'array', maxItems: bounds.inValues, items: scalar }),
        like: perField('The text fits the pattern: % any run, _ one character, \\ escapes.', text),
        keyword: perField('One of the words occurs.', text),
        fuzzy: perField('Every word occurs, with a few letters wrong.', text),
        contains: perField('An element of the array is equal.', scalar),
        any: perField('An object in the array satisfies the condition.', condition),
      },
    },
  },
};
