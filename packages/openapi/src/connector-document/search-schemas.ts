import type { EntityManifest, SearchFieldManifest } from '@connectory/connector-sdk/engine';
import { type ComponentReference, componentReference } from '../component-reference.ts';
import { typeName } from './component-names.ts';
import { distinctNames } from './distinct-names.ts';
import type { JsonObject } from './json-object.ts';
import type { SchemaComponents } from './schema-components.ts';

const scalarTypes = ['string', 'integer', 'number', 'decimal', 'boolean'];

const isScalar = ({ type }: SearchFieldManifest) => scalarTypes.includes(type);
const isText = ({ type }: SearchFieldManifest) => type === 'string' || type === 'any';
const mayBeArray = ({ type }: SearchFieldManifest) => type === 'array' || type === 'any';

const widths: Readonly<Record<string, string>> = { integer: 'int64', number: 'double' };

// A decimal may be asked for by a number too; typed clients get one type.
const scalarOf = ({ type }: SearchFieldManifest): JsonObject => {
  if (type === 'decimal') return { type: ['string', 'null'], format: type };
  return type === 'any' ? {} : { type: [type, 'null'], ...(type in widths && { format: widths[type] }) };
};

const hitValue = (field: SearchFieldManifest): JsonObject =>
  field.type === 'array' ? { type: ['array', 'null'], items: {} } : scalarOf(field);

const perField = (fields: readonly SearchFieldManifest[], schema: (field: SearchFieldManifest) => JsonObject) =>
  Object.fromEntries(fields.map((field) => [field.name, schema(field)]));

/** What `context_store_search` of an entity takes as `params`, and the records it answers (spec/search.md). */
export function searchSchemas(
  { name, search }: EntityManifest,
  components: SchemaComponents,
): { readonly params: JsonObject; readonly record: ComponentReference } {
  const distinct = distinctNames((search?.fields ?? []).map((field) => field.name));
  const fields = (search?.fields ?? []).filter((field) => distinct.has(field.name));
  const type = (suffix: string) => typeName(name, 'search', suffix);
  const filter = filterSchema(name, fields, components);
  const direction = components.add('SortDirection', { type: 'string', enum: ['asc', 'desc'] });
  const sort = components.add(type('sort'), {
    description: 'One field to sort by.',
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    properties: perField(fields.filter(isScalar), () => ({ ...direction })),
  });
  const query = components.add(type('query'), {
    description: 'What to find and in which order.',
    type: 'object',
    additionalProperties: false,
    properties: {
      filter,
      sort: {
        description: 'Fields to sort by, the first one counts most; null is last in both directions.',
        type: 'array',
        maxItems: 10,
        items: sort,
      },
    },
  });
  const params = {
    type: 'object',
    required: ['query'],
    additionalProperties: false,
    properties: {
      query,
      limit: {
        description: 'Most records to return.',
        type: 'integer',
        format: 'int32',
        minimum: 1,
        maximum: 10_000,
        default: 1000,
      },
      cursor: {
        description: '`meta.cursor` of the previous page of the same filter and sort.',
        type: 'string',
        maxLength: 20_000,
      },
      fields: {
        description: 'Field paths to return, dotted into objects. All fields when absent.',
        type: 'array',
        minItems: 1,
        maxItems: 200,
        items: { type: 'string', minLength: 1, maxLength: 200 },
      },
      explain: { description: 'Adds the plan of the search to `meta`.', type: 'boolean' },
    },
  };
  const record = components.add(type('hit'), {
    description: `The search fields of a record of ${name}; null where unknown.`,
    type: 'object',
    properties: perField(fields, (field) => ({
      ...hitValue(field),
      ...(field.absent !== undefined && { description: `Always null: ${field.absent}` }),
    })),
  });
  return { params, record };
}

function filterSchema(name: string, fields: readonly SearchFieldManifest[], components: SchemaComponents) {
  const type = (suffix: string) => typeName(name, 'search', suffix);
  const itself = componentReference('schemas', type('filter'));
  const object = (suffix: string, description: string, properties: JsonObject) =>
    components.add(type(suffix), { description, type: 'object', minProperties: 1, properties });
  const comparable = fields.filter((field) => isScalar(field) || field.type === 'any');
  const values = object('values', 'Values to compare with, by field.', perField(comparable, scalarOf));
  const lists = object(
    'lists',
    'Lists of values, by field.',
    perField(comparable, (field) => ({ type: 'array', maxItems: 1000, items: scalarOf(field) })),
  );
  const textFields = fields.filter(isText);
  const texts =
    textFields.length === 0
      ? undefined
      : object(
          'texts',
          'Texts to look for, by field.',
          perField(textFields, () => ({ type: 'string', maxLength: 1000 })),
        );
  const arrayFields = fields.filter(mayBeArray);
  const comparisons = Object.fromEntries(['eq', 'neq', 'gt', 'gte', 'lt', 'lte'].map((operator) => [operator, values]));
  return components.add(type('filter'), {
    description:
      'A condition: every operator in it must hold, and below an operator every field. Dotted paths reach members of objects.',
    type: 'object',
    additionalProperties: false,
    properties: {
      and: { description: 'All hold.', type: 'array', minItems: 1, items: itself },
      or: { description: 'At least one holds.', type: 'array', minItems: 1, items: itself },
      not: itself,
      ...comparisons,
      in: lists,
      ...(texts !== undefined && { like: texts, keyword: texts, fuzzy: texts }),
      ...(arrayFields.length > 0 && {
        contains: object(
          'elements',
          'A value that is an element of the array, by field.',
          perField(arrayFields, () => ({})),
        ),
        any: object(
          'conditions',
          'A condition that an object in the array satisfies, by field; its paths begin at the element.',
          perField(arrayFields, () => ({ type: 'object', additionalProperties: {} })),
        ),
      }),
    },
  });
}
