import { z } from 'zod';
import type { EntityContract } from './contract.ts';
import { type FieldFacts, type FieldsByName, limits, typesText } from './field-facts.ts';

const { minimum: min, maximum: max, ...sameLimits } = limits;

const field: z.ZodType<FieldFacts, unknown> = z
  .object({
    type: typesText.exactOptional(),
    nullable: z.boolean().default(false),
    required: z.boolean().default(false),
    enum: z.array(z.json()).exactOptional(),
    knownValues: z.array(z.json()).exactOptional(),
    ...sameLimits,
    min,
    max,
    get items() {
      return field.exactOptional();
    },
    get properties() {
      return fields.exactOptional();
    },
  })
  .transform(({ type, nullable, knownValues, min, max, ...facts }) => ({
    ...facts,
    ...(type && { types: nullable ? [...type, 'null' as const] : type }),
    ...(knownValues && { values: knownValues }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  }));

const fields: z.ZodType<FieldsByName, unknown> = z
  .array(z.looseObject({ name: z.string() }))
  .transform((list): Record<string, unknown> => Object.fromEntries(list.map((one) => [one.name, one])))
  .pipe(z.record(z.string(), field));

// Nested fields of a record field are dropped: they come from the vendor's description, which has more of them.
const record = fields.transform((all) =>
  Object.fromEntries(Object.entries(all).map(([name, { items, properties, ...facts }]) => [name, facts])),
);

const paths = z.array(z.string()).default([]);

const action = z.object({
  params: fields,
  upstream: z.object({ graphql: z.object({ defaultFields: paths, selected: paths }).exactOptional() }),
  response: z.object({
    kind: z.enum(['records', 'record', 'binary', 'empty']),
    metaPaths: z.record(z.string(), z.unknown()).default({}),
    record: record.exactOptional(),
  }),
});

const catalog = z.object({
  entities: z.array(
    z.object({
      name: z.string(),
      actions: z.record(z.string(), action),
      record: z.object({ fields: record }).exactOptional(),
    }),
  ),
});

type CatalogActions = Readonly<Record<string, z.infer<typeof action>>>;

/** The contents of a catalog file about an entity, in the form of the contract; it only names direct actions. */
export type EntityCatalog = Pick<EntityContract, 'pagination' | 'params' | 'record' | 'results'>;

/** What a catalog file contains about a connector: parameters, top-level record fields and pagination names, by entity. */
export type ConnectorCatalog = Readonly<Record<string, EntityCatalog>>;

/** Parses the content of a connector's catalog file. Throws an `Error` that names what is not as expected. */
export function parseCatalog(value: unknown): ConnectorCatalog {
  const result = catalog.safeParse(value);
  if (!result.success) throw new Error(`The catalog file cannot be read:\n${z.prettifyError(result.error)}`);
  return Object.fromEntries(
    result.data.entities.map(({ name, actions, record: stated }) => [
      name,
      {
        params: each(actions, ({ params }) => params),
        pagination: each(actions, ({ response }) =>
          response.kind === 'records'
            ? Object.fromEntries(Object.keys(response.metaPaths).map((path) => [path, {}]))
            : undefined,
        ),
        record: stated?.fields ?? selectedFields(Object.values(actions)),
        results: each(actions, ({ response }) => response.record),
      },
    ]),
  );
}

function each<Value>(actions: CatalogActions, read: (one: CatalogActions[string]) => Value | undefined) {
  return Object.fromEntries(
    Object.entries(actions).flatMap(([name, one]) => {
      const value = read(one);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

// A GraphQL record has no schema of its own: its top-level fields are those of the default selections.
function selectedFields(actions: readonly CatalogActions[string][]): FieldsByName {
  const selected = actions.flatMap(({ upstream }) => [
    ...(upstream.graphql?.defaultFields ?? []),
    ...(upstream.graphql?.selected ?? []),
  ]);
  return Object.fromEntries(selected.map((path) => [path.split(/[.<]/)[0] ?? path, {}]));
}
