import { type EntityManifest, type SearchFieldManifest, searchBounds } from '@connectory/connector-sdk/engine';
import { type ComponentReference, componentReference } from '../component-reference.ts';
import { typeName } from './component-names.ts';
import { distinctNames } from './distinct-names.ts';
import type { JsonObject } from './json-object.ts';
import type { SchemaComponents } from './schema-components.ts';

// A value of each type that can be compared. Any search field may be unknown for a record.
const scalars: Readonly<Record<string, JsonObject>> = {
  string: { type: ['string', 'null'] },
  integer: { type: ['integer', 'null'], format: 'int64' },
  number: { type: ['number', 'null'], format: 'double' },
  boolean: { type: ['boolean', 'null'] },
  decimal: { type: ['string', 'null'], format: 'decimal' },
};

const isText = ({ type }: SearchFieldManifest) => type === 'string' || type === 'decimal' || type === 'any';
const mayBeArray = ({ type }: SearchFieldManifest) => type === 'array' || type === 'any';
const isComparable = ({ type }: SearchFieldManifest) => type in scalars || type === 'any';

const operandOf = ({ type }: SearchFieldManifest): JsonObject => scalars[type] ?? {};

const wholeValue = ({ type }: SearchFieldManifest): JsonObject =>
  type === 'array' ? { type: ['array', 'null'], items: {} } : {};

const perField = (fields: readonly SearchFieldManifest[], schema: (field: SearchFieldManifest) => JsonObject) =>
  Object.fromEntries(
    fields.map((field) => {
      const description = field.absent === undefined ? field.description : `Always null: ${field.absent}`;
      return [field.name, { ...schema(field), ...(description !== undefined && { description }) }];
    }),
  );

/**
 * What `context_store_search` of an entity takes as `params`, and the records it returns (spec/search.md). The fields of an entity are in
 * one schema, for values to compare with and for records that were found; all entities share the rest.
 */
export function searchSchemas(
  { name, search }: EntityManifest,
  components: SchemaComponents,
): { readonly params: JsonObject; readonly record: ComponentReference } {
  const distinct = distinctNames((search?.fields ?? []).map((field) => field.name));
  const fields = (search?.fields ?? []).filter((field) => distinct.has(field.name));
  const type = (suffix: string) => typeName(name, 'search', suffix);
  const shared = sharedSchemas(components);
  const query = components.add(type('query'), {
    description: 'What to search for, how to sort it, and what to aggregate.',
    type: 'object',
    additionalProperties: false,
    properties: {
      filter: filterSchema(name, fields, shared, components),
      sort: shared.orders,
      aggregate: shared.aggregate,
    },
  });
  const { limit, cursor, paths, maxStaleness, explain } = shared;
  const whole = fields.filter((field) => !isComparable(field));
  const record = components.add(type('hit'), {
    description: `The search fields of a record of ${name}; null where unknown. With \`query.aggregate\`, a row: group fields and values by name.`,
    allOf: [
      componentReference('schemas', type('values')),
      ...(whole.length > 0 ? [{ type: 'object', properties: perField(whole, wholeValue) }] : []),
    ],
  });
  return {
    params: {
      type: 'object',
      required: ['query'],
      additionalProperties: false,
      properties: { query, limit, cursor, fields: paths, max_staleness: maxStaleness, explain },
    },
    record,
  };
}

type Shared = ReturnType<typeof sharedSchemas>;

function sharedSchemas(components: SchemaComponents) {
  const byField = (name: string, description: string, value: JsonObject) =>
    components.add(name, { description, type: 'object', minProperties: 1, additionalProperties: value });
  const direction = components.add('SortDirection', { type: 'string', enum: ['asc', 'desc'] });
  const order = components.add('SearchOrder', {
    description: 'One field to sort by, with its direction.',
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: { ...direction },
  });
  return {
    lists: byField('SearchLists', 'Lists of values, by field.', {
      type: 'array',
      maxItems: searchBounds.inValues,
      items: {},
    }),
    texts: byField('SearchTexts', 'Text to search for, by field.', {
      type: 'string',
      maxLength: searchBounds.operandLength,
    }),
    elements: byField('SearchElements', 'A value that the array contains, by field.', {}),
    conditions: byField(
      'SearchConditions',
      'A condition that an object in the array matches, by field; its paths start at the element.',
      { type: 'object', additionalProperties: {} },
    ),
    orders: components.add('SearchOrders', {
      description: 'Fields to sort by, in order of precedence; null comes last in both directions.',
      type: 'array',
      maxItems: searchBounds.sortKeys,
      items: order,
    }),
    aggregate: aggregateSchema(components),
    limit: components.add('SearchLimit', {
      description:
        'Maximum number of records or groups to return. 0 only counts: `meta.total` has the number of records.',
      type: 'integer',
      format: 'int32',
      minimum: 0,
      maximum: searchBounds.limit,
      default: searchBounds.defaultLimit,
    }),
    cursor: components.add('SearchCursor', {
      description: '`meta.cursor` of the previous page, with the same filter and sort.',
      type: 'string',
      maxLength: searchBounds.cursorLength,
    }),
    paths: components.add('SearchPaths', {
      description: 'Field paths to return, with dots for nested fields. Default: all fields.',
      type: 'array',
      minItems: 1,
      maxItems: searchBounds.fields,
      items: { type: 'string', minLength: 1, maxLength: searchBounds.fieldNameLength },
    }),
    maxStaleness: components.add('SearchMaxStaleness', {
      description: 'Maximum age of the copy in seconds; the search of an older one fails with `copy_too_old`.',
      type: 'integer',
      format: 'int32',
      minimum: 1,
      maximum: searchBounds.maxStaleness,
    }),
    explain: components.add('SearchExplain', {
      description: 'Adds the plan of the search to `meta`.',
      type: 'boolean',
    }),
  };
}

function aggregateSchema(components: SchemaComponents): ComponentReference {
  const path = { type: 'string', minLength: 1, maxLength: searchBounds.fieldNameLength };
  const period = components.add('SearchPeriod', {
    description: 'Groups a time by the first day of its period. A week starts on Monday.',
    type: 'object',
    required: ['field', 'by'],
    additionalProperties: false,
    properties: {
      field: path,
      by: components.add('SearchPeriodUnit', { type: 'string', enum: ['day', 'week', 'month', 'year'] }),
      time_zone: { description: 'An IANA name such as Europe/Berlin. Default: UTC.', type: 'string' },
    },
  });
  const value = components.add('SearchAggregateValue', {
    description: 'One operator and its field; `count` also takes `*`.',
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
    properties: Object.fromEntries(
      ['count', 'count_distinct', 'sum', 'avg', 'min', 'max'].map((operator) => [operator, path]),
    ),
  });
  return components.add('SearchAggregate', {
    description:
      'Returns a row per group instead of records: the fields of `group_by` under their paths, and `values` by name.',
    type: 'object',
    required: ['values'],
    additionalProperties: false,
    properties: {
      group_by: { type: 'array', maxItems: searchBounds.groupFields, items: { anyOf: [path, { ...period }] } },
      values: {
        type: 'object',
        minProperties: 1,
        maxProperties: searchBounds.aggregatedValues,
        additionalProperties: { ...value },
      },
    },
  });
}

function filterSchema(
  name: string,
  fields: readonly SearchFieldManifest[],
  { lists, texts, elements, conditions }: Shared,
  components: SchemaComponents,
): ComponentReference {
  const type = (suffix: string) => typeName(name, 'search', suffix);
  const itself = componentReference('schemas', type('filter'));
  const values = components.add(type('values'), {
    description: `The search fields of ${name} that can be compared. Other dotted paths reach fields of objects.`,
    type: 'object',
    properties: perField(fields.filter(isComparable), operandOf),
  });
  return components.add(type('filter'), {
    description: 'A condition: all operators in it must match, and all fields of each operator.',
    type: 'object',
    additionalProperties: false,
    properties: {
      and: { type: 'array', minItems: 1, items: itself },
      or: { type: 'array', minItems: 1, items: itself },
      not: itself,
      ...Object.fromEntries(['eq', 'neq', 'gt', 'gte', 'lt', 'lte'].map((operator) => [operator, values])),
      in: lists,
      ...(fields.some(isText) && { like: texts, keyword: texts, fuzzy: texts }),
      ...(fields.some(mayBeArray) && { contains: elements, any: conditions }),
    },
  });
}
