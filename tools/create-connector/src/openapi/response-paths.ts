import { singular } from '../names.ts';
import { type JsonObject, type OpenApiSource, objectOf } from './open-api-source.ts';
import { flatSchema, typesOf } from './schema-source.ts';

/** Where a response contains the records of an action: a dotted path (empty: the whole body) and the schema there. */
export interface ResponsePlace {
  readonly at: string;
  readonly schema: unknown;
  /** The schema of the whole body. */
  readonly body: unknown;
}

/** Returns the schema of the first successful JSON response; undefined if none is described. */
export function responseSchema(source: OpenApiSource, operation: JsonObject): unknown {
  const responses = objectOf(operation.responses);
  for (const status of ['200', '201', '202', '203', '2XX', '2xx', 'default']) {
    const schema = jsonSchema(source, responses[status]);
    if (schema !== undefined) return schema;
  }
  return undefined;
}

function jsonSchema(source: OpenApiSource, response: unknown): unknown {
  const content = objectOf(source.resolve(response).content);
  const type = Object.keys(content).find((name) => /[/+]json\b/.test(name));
  return type === undefined ? undefined : objectOf(content[type]).schema;
}

/** Returns the media type of the successful response if it is a file; undefined if it is JSON, or has no content. */
export function fileType(source: OpenApiSource, { responses }: JsonObject): string | undefined {
  const types = Object.entries(objectOf(responses))
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys(objectOf(source.resolve(response).content)));
  return types.some((type) => /[/+]json\b/.test(type)) ? undefined : types[0];
}

const defaultLists = ['data', 'items', 'results', 'records', 'values', 'list', 'entries', 'content'];

/** Finds the array of records in the response of a list; undefined if there is none, or it is ambiguous. */
export function recordsPlace(source: OpenApiSource, body: unknown, entity: string): ResponsePlace | undefined {
  if (isArray(source, body)) {
    const { items } = source.resolve(body);
    return isScalar(source, items) ? undefined : { at: '', schema: items, body };
  }
  const { properties } = flatSchema(source, body);
  const arrays = Object.keys(properties).filter(
    (name) => isArray(source, properties[name]) && !isScalar(source, source.resolve(properties[name]).items),
  );
  const wanted = [entity, entity.split('_').at(-1) ?? entity, ...defaultLists];
  const name = arrays.length === 1 ? arrays[0] : wanted.find((candidate) => arrays.includes(candidate));
  if (name !== undefined) return { at: name, schema: source.resolve(properties[name]).items, body };
  // One level deeper, as in { data: { items: […] } }.
  for (const outer of ['data', 'result', 'response', 'payload']) {
    const below = Object.hasOwn(properties, outer) ? recordsPlace(source, properties[outer], entity) : undefined;
    if (below !== undefined && below.at !== '') return { at: `${outer}.${below.at}`, schema: below.schema, body };
  }
  return undefined;
}

/** Finds the record in the response of an action on a single record; undefined if the response is a list. */
export function recordPlace(source: OpenApiSource, body: unknown, entity: string): ResponsePlace | undefined {
  if (isArray(source, body)) return undefined;
  const { properties } = flatSchema(source, body);
  const wrappers = [singular(entity), singular(entity.split('_').at(-1) ?? entity), 'data', 'item', 'result', 'record'];
  const names = Object.keys(properties);
  const name = wrappers.find((wrapper) => names.includes(wrapper) && isObject(source, properties[wrapper]));
  // A record may have a field with the same name; an envelope has few other fields.
  return name !== undefined && names.length <= 4 && !names.includes('id')
    ? { at: name, schema: properties[name], body }
    : { at: '', schema: body, body };
}

const isArray = (source: OpenApiSource, schema: unknown) => {
  const resolved = source.resolve(schema);
  return typesOf(resolved).types[0] === 'array' || resolved.items !== undefined;
};

const isScalar = (source: OpenApiSource, schema: unknown) =>
  ['string', 'integer', 'number', 'boolean'].includes(typesOf(source.resolve(schema)).types[0] ?? '');

const isObject = (source: OpenApiSource, schema: unknown) => typesOf(source.resolve(schema)).types[0] === 'object';

/** Where the described error responses have their message and their code: dotted paths. */
export interface ErrorPaths {
  readonly messages: readonly string[];
  readonly codes: readonly string[];
}

const messageNames = [
  /message$/i,
  /detail$/i,
  /description$/i,
  /(reason|msg|text)$/i,
  /title$/i,
  /(^|\.)errors?(\.0)?$/i,
];
const codeNames = [/(^|\.|_)code$/i, /[a-z]Code$/, /(^|\.)(type|error|status|reason)$/i];
const maxErrorPaths = 4;
const errorName =
  /error|fail|invalid|denied|forbidden|not_?found|unauthori|bad_?request|conflict|too_?many|unprocessable/i;

/** Returns the paths of message and code in the error responses of the operations; in those of all operations, if these describe none. */
export function errorPaths(source: OpenApiSource, operations: readonly JsonObject[]): ErrorPaths {
  const own = errorBodies(source, operations);
  const shared = Object.entries(objectOf(objectOf(source.document.components).responses));
  const failed = shared.filter(([name]) => errorName.test(name)).map(([, response]) => jsonSchema(source, response));
  const bodies = own.length > 0 ? own : failed;
  const found = bodies.map((body) => {
    const paths = scalarPaths(source, '', body, 2);
    const texts = paths.filter(({ type }) => type === 'string').map(({ path }) => path);
    const message = best(texts, messageNames);
    const parent = message?.replace(/[^.]*$/, '');
    const siblings = paths
      .map(({ path }) => path)
      .filter((path) => path.replace(/[^.]*$/, '') === parent && path !== message);
    return { message, code: message === undefined ? undefined : best(siblings, codeNames) };
  });
  const distinct = (paths: readonly (string | undefined)[]) =>
    [...new Set(paths.filter((path) => path !== undefined))].slice(0, maxErrorPaths);
  return { messages: distinct(found.map(({ message }) => message)), codes: distinct(found.map(({ code }) => code)) };
}

function errorBodies(source: OpenApiSource, operations: readonly JsonObject[]): readonly unknown[] {
  const bodies = operations.flatMap(({ responses }) => {
    const all = Object.entries(objectOf(responses));
    // The only response is that of a success, whatever its status.
    const errors = all.length === 1 ? /^[45]/ : /^[45]|^default$/;
    return all.filter(([status]) => errors.test(status)).map(([, response]) => jsonSchema(source, response));
  });
  return bodies.filter((schema) => Object.keys(flatSchema(source, schema).properties).length > 0);
}

const best = (paths: readonly string[], names: readonly RegExp[]) =>
  names.map((name) => paths.find((path) => name.test(path))).find((path) => path !== undefined);

// The paths of texts and whole numbers, down to a depth of objects; of a list, those of its first element.
function scalarPaths(
  source: OpenApiSource,
  path: string,
  schema: unknown,
  depth: number,
): readonly { readonly path: string; readonly type: string }[] {
  const resolved = source.resolve(schema);
  if (isArray(source, resolved)) return scalarPaths(source, path === '' ? '0' : `${path}.0`, resolved.items, depth);
  const [type = ''] = typesOf(resolved).types;
  if (type === 'string' || type === 'integer') return [{ path, type }];
  const members = depth === 0 ? [] : Object.entries(flatSchema(source, resolved).properties);
  return members.flatMap(([name, member]) =>
    scalarPaths(source, path === '' ? name : `${path}.${name}`, member, depth - 1),
  );
}

/** Returns every property of an object schema by its dotted path, three levels deep. */
export function propertyPaths(
  source: OpenApiSource,
  schema: unknown,
  depth = 3,
): readonly (readonly [path: string, schema: JsonObject])[] {
  const members = depth === 0 ? [] : Object.entries(flatSchema(source, schema).properties);
  return members.flatMap(([name, property]) => {
    const below = propertyPaths(source, property, depth - 1);
    return [
      [name, source.resolve(property)] as const,
      ...below.map(([path, one]) => [`${name}.${path}`, one] as const),
    ];
  });
}
