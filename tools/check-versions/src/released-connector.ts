import { createHash } from 'node:crypto';
import type { ConnectorManifest, EntityManifest } from '@connectory/connector-sdk/engine';
import { z } from 'zod';
import { schemaFacts, schemaFactsSchema } from './schema-facts.ts';

const action = z.strictObject({
  result: z.enum(['records', 'record', 'file']),
  params: schemaFactsSchema,
  meta: z.array(z.string()).exactOptional(),
  answers: schemaFactsSchema.exactOptional(),
  deprecated: z.strictObject({ since: z.iso.date(), until: z.iso.date() }).exactOptional(),
});

const entity = z.strictObject({
  key: z.union([z.string(), z.array(z.string())]).nullable(),
  record: schemaFactsSchema,
  actions: z.record(z.string(), action),
  search: z.record(z.string(), z.string()).nullable(),
  absent: z.array(z.string()).exactOptional(),
});

const releasedConnector = z.strictObject({
  connector: z.string(),
  version: z.string(),
  kind: z.string(),
  contract: z.int(),
  upstream: z.string(),
  /** Hash of the whole manifest, including texts. */
  manifest: z.string(),
  defaultAuthentication: z.string(),
  authentication: z.record(
    z.string(),
    z.strictObject({ scheme: z.string(), required: z.array(z.string()), optional: z.array(z.string()) }),
  ),
  settings: schemaFactsSchema,
  entities: z.record(z.string(), entity),
});

/** What a release of a connector promises, without texts: the content of `spec/released/<id>.json`. */
export type ReleasedConnector = z.infer<typeof releasedConnector>;

/** What a release promises about an entity; `search` has the type of each search field, `absent` those that are always null. */
export type ReleasedEntity = ReleasedConnector['entities'][string];

/** What a release promises about an action; `answers` is set if a result is not the record of the entity. */
export type ReleasedAction = ReleasedEntity['actions'][string];

/** Parses a file of `spec/released`. Throws an `Error` that names what is not as expected. */
export function parseReleasedConnector(value: unknown): ReleasedConnector {
  const result = releasedConnector.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`It does not describe a released connector:\n${z.prettifyError(result.error)}`);
}

/** Returns what a release of this connector promises. */
export function releasedConnectorOf(manifest: ConnectorManifest): ReleasedConnector {
  const { auth } = manifest;
  return {
    connector: manifest.id,
    version: manifest.version,
    kind: manifest.kind,
    contract: manifest.contract,
    upstream: manifest.upstream.version,
    manifest: fingerprint(manifest),
    defaultAuthentication: auth[0]?.name ?? '',
    authentication: byName(auth, ({ scheme, fields }) => ({
      scheme,
      required: fields.filter((field) => field.required).map((field) => field.name),
      optional: fields.filter((field) => !field.required).map((field) => field.name),
    })),
    settings: schemaFacts(manifest.settings),
    entities: byName(manifest.entities, releasedEntity),
  };
}

function releasedEntity({ key, record, actions, search }: EntityManifest): ReleasedEntity {
  const fields = search?.fields ?? [];
  const absent = fields.filter((field) => field.absent !== undefined).map((field) => field.name);
  const direct = actions.filter(({ action }) => action !== searchAction).map((one) => ({ ...one, name: one.action }));
  return {
    key: typeof key === 'string' || key === null ? key : [...key],
    record: schemaFacts(record),
    actions: byName(direct, ({ params, result, meta, result_schema, deprecated }) => ({
      result,
      params: schemaFacts(params),
      ...(meta.length > 0 && { meta: [...meta].sort() }),
      ...(result_schema && { answers: schemaFacts(result_schema) }),
      ...(deprecated && { deprecated: { since: deprecated.since, until: deprecated.until } }),
    })),
    search: search && byName(fields, ({ type }) => type),
    ...(absent.length > 0 && { absent: absent.sort() }),
  };
}

const searchAction = 'context_store_search';

// The search is the same for every entity and belongs to the SDK, whose version announces its changes.
function fingerprint({ version: _, ...manifest }: ConnectorManifest): string {
  const entities = manifest.entities.map((one) => ({
    ...one,
    actions: one.actions.filter(({ action }) => action !== searchAction),
  }));
  return createHash('sha256')
    .update(inOrder({ ...manifest, entities }))
    .digest('base64url')
    .slice(0, 22);
}

function inOrder(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(inOrder).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .sort(byFirst)
    .map(([name, member]) => `${JSON.stringify(name)}:${inOrder(member)}`)
    .join(',')}}`;
}

function byName<Item extends { readonly name: string }, Facts>(
  items: readonly Item[],
  facts: (item: Item) => Facts,
): Record<string, Facts> {
  return Object.fromEntries(items.map((item) => [item.name, facts(item)] as const).sort(byFirst));
}

const byFirst = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1);
