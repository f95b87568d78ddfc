import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@connectory/connector-sdk/engine';

/** JSON type of the values of an alternative; `any` for a schema that does not specify one. */
export type AlternativeType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null' | 'any';

/** The values of one type that a schema allows, with all its keywords except the type. */
export interface Alternative {
  readonly type: AlternativeType;
  readonly keywords: JsonSchema;
}

const aboutTheWhole = new Set(['anyOf', 'oneOf', 'type', 'default', 'deprecated', '$defs']);

/** Splits a schema into alternatives: members of `anyOf` and `oneOf`, types of a list, and constants by their type. */
export function alternativesOf(schema: JsonSchema): readonly Alternative[] {
  const { anyOf, oneOf, type } = schema;
  const own = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !aboutTheWhole.has(keyword)));
  const members = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (members !== undefined && (anyOf === undefined || oneOf === undefined)) {
    const typed = type === undefined ? own : { type, ...own };
    return unique(members.flatMap((member) => alternativesOf({ ...typed, ...member })));
  }
  const { enum: listed, const: constant, ...others } = own;
  const values = (constant === undefined ? listed : [constant]) as readonly unknown[] | undefined;
  const types = [(type ?? 'any') as AlternativeType | readonly AlternativeType[]].flat();
  if (values === undefined) return unique(types.map((one) => ({ type: one, keywords: keywordsOf(others, one) })));
  const byType = Map.groupBy(values, typeOf);
  return [...byType].map(([one, some]) => ({
    type: one,
    keywords: { ...keywordsOf(others, one), enum: some },
  }));
}

const keywordsOfOneType: Readonly<Record<string, readonly AlternativeType[]>> = {
  properties: ['object'],
  required: ['object'],
  additionalProperties: ['object'],
  propertyNames: ['object'],
  minProperties: ['object'],
  maxProperties: ['object'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  format: ['string'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  exclusiveMaximum: ['integer', 'number'],
  multipleOf: ['integer', 'number'],
};

// A keyword does not apply to values of another type.
function keywordsOf(keywords: JsonSchema, type: AlternativeType): JsonSchema {
  if (type === 'any') return keywords;
  return Object.fromEntries(
    Object.entries(keywords).filter(([keyword]) => keywordsOfOneType[keyword]?.includes(type) ?? true),
  );
}

function typeOf(value: unknown): AlternativeType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as AlternativeType;
}

function unique(alternatives: readonly Alternative[]): readonly Alternative[] {
  return alternatives.filter(
    (one, index) => alternatives.findIndex((other) => isDeepStrictEqual(one, other)) === index,
  );
}
