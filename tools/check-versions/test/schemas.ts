import type { JsonSchema } from '@connectory/connector-sdk/engine';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';

const names = ['a', 'b', 'c'];
const absentMember = Symbol('absent');

/** JSON values made of few parts, so that many of them match a schema. */
const values: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, false, 'x', 'xy', 'xyz', '', 0, 1, 2, 3, 1.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** JSON Schemas of the kind manifests have; `closed` ones reject undeclared fields. */
export function schemas(closed: boolean): fc.Arbitrary<JsonSchema> {
  return fc.letrec<{ schema: JsonSchema; single: JsonSchema }>((tie) => {
    const bound = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
    const object = fc
      .record({
        properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 3 }),
        optional: fc.subarray(names),
      })
      .map(({ properties, optional }) => {
        const required = Object.keys(properties).filter((name) => !optional.includes(name));
        return {
          type: 'object',
          properties: { ...properties },
          ...(required.length > 0 && { required }),
          ...(closed && { additionalProperties: false }),
        };
      });
    return {
      single: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<JsonSchema>(
          {},
          { type: 'null' },
          { type: 'boolean' },
          { const: 'x' },
          { type: 'string', const: 'xy' },
        ),
        fc.record({ minLength: bound, maxLength: bound }).map((bounds) => said({ type: 'string', ...bounds })),
        fc
          .record({ type: fc.constantFrom('integer', 'number'), minimum: bound, maximum: bound })
          .map((schema) => said(schema)),
        fc.uniqueArray(fc.constantFrom('x', 'xy', 'xyz', 1, null), { minLength: 1 }).map((list) => ({ enum: list })),
        fc.record({ items: tie('schema'), maxItems: bound }).map((schema) => said({ type: 'array', ...schema })),
        tie('schema').map((additionalProperties) => ({ type: 'object', additionalProperties })),
        object,
      ),
      schema: fc.oneof(
        { maxDepth: 3 },
        tie('single'),
        fc.array(tie('single'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
        fc.constantFrom<JsonSchema>({ type: ['string', 'null'] }, { type: ['integer', 'null'], minimum: 1 }),
      ),
    };
  }).schema;
}

function said(schema: Readonly<Record<string, unknown>>): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

/** A schema that differs from another in one small place, or not at all. */
export function near(schema: JsonSchema, closed: boolean): fc.Arbitrary<JsonSchema> {
  const { items, anyOf, enum: listed } = schema;
  const properties = schema.properties as Readonly<Record<string, JsonSchema>> | undefined;
  const changed = (keyword: string, parts: fc.Arbitrary<unknown>) =>
    parts.map((part) => said({ ...schema, [keyword]: part }));
  const bounds = ['minLength', 'maxLength', 'minimum', 'maximum', 'maxItems'].filter((keyword) => keyword in schema);
  const members = Object.entries(properties ?? {});
  const required = fc.subarray(members.map(([name]) => name)).map((some) => (some.length > 0 ? some : undefined));
  return fc.oneof(
    fc.constant(schema),
    fc.constant({ anyOf: [schema, { type: 'null' }] }),
    schemas(closed),
    ...bounds.map((keyword) => changed(keyword, fc.constantFrom(undefined, 0, 1, 2, 3))),
    ...(Array.isArray(listed)
      ? [
          changed(
            'enum',
            fc.subarray([...listed, 'x'], { minLength: 1 }).map((list) => [...new Set(list)]),
          ),
        ]
      : []),
    ...(properties === undefined
      ? []
      : [
          changed('required', required),
          fc
            .tuple(fc.constantFrom(...names), schemas(closed))
            .map(([name, member]) => ({ ...schema, properties: { ...properties, [name]: member } })),
        ]),
    ...members.map(([name, member]) =>
      changed(
        'properties',
        near(member, closed).map((other) => ({ ...properties, [name]: other })),
      ),
    ),
    ...(items === undefined ? [] : [changed('items', near(items as JsonSchema, closed))]),
    ...(Array.isArray(anyOf)
      ? [
          changed('anyOf', fc.subarray(anyOf, { minLength: 1 })),
          changed(
            'anyOf',
            near(anyOf[0], closed).map((one) => [one, ...anyOf.slice(1)]),
          ),
        ]
      : []),
  );
}

/** Values that often match a schema. */
export function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const alternatives = (schema.anyOf ?? schema.enum ?? ('const' in schema ? [schema.const] : undefined)) as
    | unknown[]
    | undefined;
  if (alternatives !== undefined) {
    return fc.oneof(...alternatives.map((one) => (schema.anyOf ? fitting(one as JsonSchema) : fc.constant(one))));
  }
  const { items = {}, properties = {}, required = [] } = schema;
  const typed: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
    null: () => fc.constant(null),
    boolean: () => fc.boolean(),
    string: () => fc.constantFrom('', 'x', 'xy', 'xyz'),
    integer: () => fc.integer({ min: 0, max: 3 }),
    number: () => fc.constantFrom(0, 0.5, 1, 1.5, 2, 2.5, 3),
    array: () => fc.array(fitting(items as JsonSchema), { maxLength: 3 }),
    object: () => {
      const members = Object.entries(properties as object).map(([name, member]) => [name, fitting(member)] as const);
      const requiredKeys = required as readonly string[];
      const optional = (name: string) => !requiredKeys.includes(name);
      return fc
        .record(
          Object.fromEntries(
            members.map(([name, member]) => [name, optional(name) ? fc.option(member, { nil: absentMember }) : member]),
          ),
        )
        .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== absentMember)));
    },
  };
  return fc.oneof(values, ...[schema.type ?? []].flat().map((type) => typed[String(type)]?.() ?? values));
}

const ajv = new Ajv2020({ strict: false, inlineRefs: false });

/** Whether a value matches a schema, according to a third-party validator. */
export function fits(schema: JsonSchema): (value: unknown) => boolean {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return (value) => validate(value) === true;
}
