import type { JsonSchema } from './manifest.ts';
import { searchBounds } from './search-bounds.ts';

const { operandLength, fieldNameLength, sortKeys, inValues, limit, defaultLimit, cursorLength, fields, maxStaleness } =
  searchBounds;
const scalar = { type: ['string', 'number', 'boolean', 'null'], maxLength: operandLength };
const orderedScalar = { type: ['string', 'number'], maxLength: operandLength };
const text = { type: 'string', maxLength: operandLength };
const fieldName = { type: 'string', minLength: 1, maxLength: fieldNameLength };
const condition = { $ref: '#/$defs/condition' };
const conditions = { type: 'array', minItems: 1, items: condition };

const perField = (description: string, operand: object) => ({
  description,
  type: 'object',
  minProperties: 1,
  propertyNames: fieldName,
  additionalProperties: operand,
});

const query = {
  description: 'What to search for and how to sort it.',
  type: 'object',
  additionalProperties: false,
  properties: {
    filter: { description: 'Null and {} match everything.', anyOf: [condition, { type: 'null' }] },
    sort: {
      description: 'Fields to sort by, in order of precedence; null comes last in both directions.',
      type: ['array', 'null'],
      maxItems: sortKeys,
      items: {
        type: 'object',
        minProperties: 1,
        maxProperties: 1,
        propertyNames: fieldName,
        additionalProperties: { enum: ['asc', 'desc'] },
      },
    },
  },
};

const operators = {
  and: { description: 'All hold.', ...conditions },
  or: { description: 'At least one matches.', ...conditions },
  not: { description: 'It does not match.', ...condition },
  eq: perField('The value is equal.', scalar),
  neq: perField('The value is not equal.', scalar),
  gt: perField('The value is greater.', orderedScalar),
  gte: perField('The value is greater or equal.', orderedScalar),
  lt: perField('The value is less.', orderedScalar),
  lte: perField('The value is less or equal.', orderedScalar),
  in: perField('The value is one of these.', { type: 'array', maxItems: inValues, items: scalar }),
  like: perField('The text matches the pattern: % any characters, _ one character, \\ escapes.', text),
  keyword: perField('One of the words occurs.', text),
  fuzzy: perField('Every word occurs, allowing for typos.', text),
  contains: perField('An element of the array is equal.', scalar),
  any: perField('An object in the array matches the condition.', condition),
};

/** JSON Schema (draft 2020-12) of the parameters of `context_store_search`, the same for every entity (spec/search.schema.json). */
export const searchParamsSchema: JsonSchema = {
  type: 'object',
  required: ['query'],
  additionalProperties: false,
  properties: {
    query,
    limit: {
      description: 'Maximum number of records to return.',
      type: ['integer', 'null'],
      minimum: 1,
      maximum: limit,
      default: defaultLimit,
    },
    cursor: {
      description: 'meta.cursor of the previous page, with the same filter and sort.',
      type: ['string', 'null'],
      maxLength: cursorLength,
    },
    fields: {
      description: 'Field paths to return: dotted, or as a list of keys. Default: all.',
      type: ['array', 'null'],
      minItems: 1,
      maxItems: fields,
      items: { anyOf: [fieldName, { type: 'array', minItems: 1, items: fieldName }] },
    },
    max_staleness: {
      description: 'Maximum age of the copy in seconds; the search of an older one fails with copy_too_old.',
      type: ['integer', 'null'],
      minimum: 1,
      maximum: maxStaleness,
    },
    explain: { description: 'Adds the plan of the search to meta.', type: ['boolean', 'null'] },
  },
  $defs: {
    condition: {
      description: 'Operators; all of them, and all fields of each, must match.',
      type: 'object',
      additionalProperties: false,
      properties: operators,
    },
  },
};
