import type { JsonSchema } from './manifest.ts';
import { searchBounds } from './search-bounds.ts';

const {
  operandLength,
  fieldNameLength,
  sortKeys,
  groupFields,
  aggregatedValues,
  inValues,
  limit,
  defaultLimit,
  cursorLength,
  fields,
  maxStaleness,
} = searchBounds;
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

const timeGroup = {
  description: 'Groups a time by the first day of its period. A week starts on Monday.',
  type: 'object',
  required: ['field', 'by'],
  additionalProperties: false,
  properties: {
    field: { description: 'A time field.', ...fieldName },
    by: { description: 'Length of the periods.', enum: ['day', 'week', 'month', 'year'] },
    time_zone: { description: 'An IANA name such as Europe/Berlin. Default: UTC.', type: ['string', 'null'] },
  },
};

const aggregate = {
  description:
    'Returns a row per group instead of records, sorted by group_by unless sort names group fields or values.',
  type: ['object', 'null'],
  required: ['values'],
  additionalProperties: false,
  properties: {
    group_by: {
      description: 'Fields to group by. Default: one row for all records.',
      type: ['array', 'null'],
      maxItems: groupFields,
      items: { anyOf: [fieldName, timeGroup] },
    },
    values: {
      description:
        'What to compute of each group, by a name of your choice: {"orders": {"count": "*"}, "revenue": {"sum": "total"}}.',
      type: 'object',
      minProperties: 1,
      maxProperties: aggregatedValues,
      propertyNames: fieldName,
      additionalProperties: {
        description: 'One operator with its field.',
        type: 'object',
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: false,
        properties: {
          count: { description: 'Records in which the field is not null; all for *.', ...fieldName },
          count_distinct: { description: 'Different values.', ...fieldName },
          sum: { description: 'Exact sum of numbers or decimals.', ...fieldName },
          avg: { description: 'Average of numbers or decimals.', ...fieldName },
          min: { description: 'The first value in the order of sort.', ...fieldName },
          max: { description: 'The last value in the order of sort.', ...fieldName },
        },
      },
    },
  },
};

const query = {
  description: 'What to search for, how to sort it, and what to aggregate.',
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
    aggregate,
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
      description:
        'Maximum number of records or groups to return. 0 only counts: meta.total has the number of records.',
      type: ['integer', 'null'],
      minimum: 0,
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
