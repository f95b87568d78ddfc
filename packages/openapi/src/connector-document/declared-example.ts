import { type JsonSchema, jsonSchema } from '@connectory/connector-sdk/engine';
import type { DescribedAction } from './described-action.ts';
import { distinctNames } from './distinct-names.ts';
import { isObject, type JsonObject } from './json-object.ts';
import { schemaExample } from './schema-example.ts';

/** Example request of an action and its response. `answer` is absent for a file. */
export interface ActionExample {
  readonly request: JsonObject;
  readonly response?: JsonObject;
}

const maxFields = 4;
const scalarTypes = ['string', 'integer', 'number', 'boolean'];

/** An example of an action derived from its declaration alone, so that it changes only with the declaration. */
export function declaredExample(described: DescribedAction): ActionExample {
  const { action, kind } = described;
  const params = kind === 'search' ? searchParams(described) : paramsOf(described);
  const request = Object.keys(params).length === 0 ? {} : { params };
  return action.result === 'file' ? { request } : { request, response: responseOf(described) };
}

function paramsOf({ action, kind, paging, entity }: DescribedAction): JsonObject {
  const required = schemaExample({ ...action.params, type: 'object' }, action.action) as JsonObject;
  const properties = membersOf(action.params);
  const optional = Object.keys(properties).filter((name) => !(name in required) && !keysOf(entity.key).includes(name));
  const [size] = optional.filter((name) => name === paging?.size);
  // A write without any values is not a useful example.
  const written = kind === 'write' && action.effect !== 'delete' ? optional.filter(isScalar(properties)) : [];
  const shown = [...(size === undefined ? [] : [size]), ...written.slice(0, Object.keys(required).length > 1 ? 0 : 2)];
  return { ...required, ...valuesOf(properties, shown) };
}

function searchParams({ entity }: DescribedAction): JsonObject {
  const fields = (entity.search?.fields ?? []).filter(({ absent }) => absent === undefined);
  const chosen = fields.find(({ name, type }) => type === 'string' && !keysOf(entity.key).includes(name)) ?? fields[0];
  if (chosen === undefined || !scalarTypes.includes(chosen.type)) return { query: {}, limit: 10 };
  const value = schemaExample({ type: chosen.type }, chosen.name);
  return { query: { filter: { eq: { [chosen.name]: value } } }, limit: 10 };
}

function responseOf(described: DescribedAction): JsonObject {
  const { action, kind, entity, meta } = described;
  const isPage = action.result === 'records';
  const record = kind === 'search' ? hitOf(described) : recordOf(action.result_schema ?? entity.record, entity.key);
  const said = Object.fromEntries(
    Object.entries(meta).map(([name, { type }]) => [name, lastPage(jsonSchema(type), name)]),
  );
  const ofSearch = { has_more: false, cursor: null, took_ms: 1, synced_at: '2026-01-15T09:30:00.000Z' };
  return {
    data: isPage ? [record] : record,
    meta: isPage ? { ...(kind === 'search' ? ofSearch : said), next_params: null } : {},
  };
}

// The key and some fields of a record; the others are in the schema.
function recordOf(schema: JsonSchema, key: string | readonly string[] | null): JsonObject {
  const properties = membersOf(schema);
  const distinct = distinctNames(Object.keys(properties));
  const scalars = Object.keys(properties).filter((name) => distinct.has(name) && isScalar(properties)(name));
  const keys = keysOf(key).filter((name) => name in properties);
  return valuesOf(properties, [...new Set([...keys, ...scalars])].slice(0, Math.max(maxFields, keys.length)));
}

function hitOf({ entity }: DescribedAction): JsonObject {
  const fields = (entity.search?.fields ?? []).filter(
    ({ type, absent }) => scalarTypes.includes(type) && absent === undefined,
  );
  const distinct = distinctNames((entity.search?.fields ?? []).map(({ name }) => name));
  const schemas = fields.filter(({ name }) => distinct.has(name)).map(({ name, type }) => [name, { type }] as const);
  return valuesOf(
    Object.fromEntries(schemas),
    schemas.slice(0, maxFields).map(([name]) => name),
  );
}

const keysOf = (key: string | readonly string[] | null): readonly string[] => [key ?? []].flat();

const membersOf = ({ properties }: JsonSchema): JsonObject => (isObject(properties) ? properties : {});

const isScalar = (properties: JsonObject) => (name: string) => {
  const { type } = properties[name] as JsonSchema;
  return [type].flat().some((one) => scalarTypes.includes(String(one)));
};

function valuesOf(properties: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = schemaExample(properties[name] as JsonSchema, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

// The last page: no cursor, and no next page.
function lastPage(schema: JsonSchema, name: string): unknown {
  const alternatives = [schema, ...(Array.isArray(schema.anyOf) ? schema.anyOf : [])] as readonly JsonSchema[];
  if (alternatives.some(({ type }) => [type].flat().includes('null'))) return null;
  return schema.type === 'boolean' ? false : schemaExample(schema, name);
}
