import type { EntityManifest } from '@connectory/connector-sdk/engine';
import { jsonPointer } from '@connectory/errors';
import { operationIdOf } from './component-names.ts';
import type { DescribedAction } from './described-action.ts';
import { isObject, type JsonObject } from './json-object.ts';

const parameters = { connector_id: '$request.path.connector_id' };

/**
 * Where a page of records leads: to the next page, and to its first record by itself. Undefined for a response that is not a page, or whose
 * request has no value that is certain to lead on.
 */
export function pageLinks(described: DescribedAction): JsonObject | undefined {
  if (described.action.result !== 'records') return undefined;
  const links = { ...nextPage(described), ...firstRecord(described) };
  return Object.keys(links).length === 0 ? undefined : links;
}

function nextPage({ entity, action, kind, paging }: DescribedAction): JsonObject | undefined {
  const param = kind === 'search' ? 'cursor' : paging?.param;
  if (param === undefined) return undefined;
  return {
    next_page: {
      operationId: operationIdOf(entity.name, action.action),
      parameters,
      requestBody: bodyText({
        ...asBefore(action.params),
        [param]: `$response.body#/meta/next_params${jsonPointer([param])}`,
      }),
    },
  };
}

function firstRecord({ entity, action, kind }: DescribedAction): JsonObject | undefined {
  const get = entity.actions.find((one) => one.action === 'get');
  if (get === undefined) return undefined;
  const before = kind === 'search' ? {} : asBefore(action.params);
  const needed = requiredOf(get.params).filter((param) => !(param in before));
  const [param, ...others] = needed;
  const place = param === undefined || others.length > 0 ? undefined : placeOf(param, entity);
  if (param === undefined || place === undefined) return undefined;
  if (
    kind === 'search' &&
    !(entity.search?.fields ?? []).some(({ name, absent }) => name === place && absent === undefined)
  )
    return undefined;
  const carried = Object.fromEntries(
    requiredOf(get.params).flatMap((name) => (name in before ? [[name, before[name]]] : [])),
  );
  return {
    first_record: {
      operationId: operationIdOf(entity.name, 'get'),
      parameters,
      requestBody: bodyText({ ...carried, [param]: `$response.body#/data/0${jsonPointer([place])}` }),
    },
  };
}

// The member of the record that the parameter names, else the key.
function placeOf(param: string, { key, record }: EntityManifest): string | undefined {
  if (isObject(record.properties) && param in record.properties) return param;
  return typeof key === 'string' ? key : undefined;
}

// As a string, because swagger-parser, and so openapi-generator, rejects a document whose link has an object here.
const bodyText = (params: JsonObject) =>
  JSON.stringify({ params }, (_name, value) => (typeof value === 'string' ? `{${value}}` : value));

const requiredOf = ({ required }: JsonObject): readonly string[] => (Array.isArray(required) ? required : []);

const asBefore = (params: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(requiredOf(params).map((name) => [name, `$request.body#${jsonPointer(['params', name])}`]));
