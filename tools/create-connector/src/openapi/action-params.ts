import { indented, memberName } from '../source-text.ts';
import type { ActionChoice } from './entity-choices.ts';
import { arrayOf, type JsonObject, type OpenApiSource, objectOf } from './open-api-source.ts';
import { flatSchema, isReadOnly, memberSource } from './schema-source.ts';

/** The parameters of an operation as parameters of an action. */
export interface ActionParams {
  /** Source of each parameter by its name. */
  readonly members: ReadonlyMap<string, string>;
  readonly required: ReadonlySet<string>;
  readonly encoding: 'json' | 'form';
  /** Parameters of the path that the body has as well. */
  readonly repeated: readonly string[];
  /** Why the operation cannot become an action. */
  readonly refusal?: string;
}

/** The type of a record's key: a string or a whole number. */
export type KeyType = 'string' | 'integer';

const readsBody = new Set(['POST', 'PUT', 'PATCH']);

// OpenAPI says to ignore parameters with these names.
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

/** Reads the parameters of an operation: path, query and the fields of its body. */
export function actionParams(
  source: OpenApiSource,
  { method, path, operation, pathItem }: ActionChoice,
  keyType: KeyType | undefined,
): ActionParams {
  const members = new Map<string, string>();
  const required = new Set<string>();
  const places = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const add = (name: string, schema: unknown, isRequired: boolean, about: JsonObject) => {
    if (members.has(name)) return;
    const described =
      about.description === undefined ? schema : { ...source.resolve(schema), description: about.description };
    members.set(name, memberSource(source, name, described, isRequired, 'params'));
    if (isRequired) required.add(name);
  };
  const declared = [...arrayOf(operation.parameters), ...arrayOf(pathItem.parameters)].map((one) =>
    source.resolve(one),
  );
  for (const place of places) {
    const about = declared.find((one) => one.in === 'path' && one.name === place) ?? {};
    const isKey = place === places.at(-1) && /\}(\.json)?$/.test(path);
    add(place, pathSchema(source, about.schema, isKey ? keyType : undefined), true, about);
  }
  for (const about of declared.filter((one) => one.in === 'query')) {
    const schema = about.schema ??
      Object.values(objectOf(about.content)).map((one) => objectOf(one).schema)[0] ?? { type: 'string' };
    // All parameters of a write except those of its path go into the body, so its query is not supported.
    if (!readsBody.has(method)) add(String(about.name), schema, about.required === true, about);
  }
  const headers = declared
    .filter((one) => one.in === 'header' && one.required === true)
    .map((one) => String(one.name))
    .filter((name) => !ignoredHeaders.has(name.toLowerCase()));
  const refusal = headers.length > 0 ? `it requires the headers ${headers.join(', ')}` : undefined;
  const plain = { members, required, encoding: 'json', repeated: [] } as const;
  if (!readsBody.has(method)) return { ...plain, ...(refusal && { refusal }) };
  const body = bodyOf(source, operation);
  if ('refusal' in body) return { ...plain, refusal: body.refusal };
  const flat = flatSchema(source, body.schema);
  for (const [name, schema] of Object.entries(flat.properties)) {
    if (!isReadOnly(source, schema)) add(name, schema, flat.required.has(name), {});
  }
  const repeated = places.filter((name) => Object.hasOwn(flat.properties, name));
  return { members, required, encoding: body.encoding, repeated, ...(refusal && { refusal }) };
}

// A path parameter is a string or a whole number, of the type of the field it refers to; other rules of the description do not matter for
// the URL.
function pathSchema(source: OpenApiSource, schema: unknown, keyType: KeyType | undefined): JsonObject {
  const resolved = source.resolve(schema);
  if (keyType !== undefined && resolved.type !== keyType) return { type: keyType, description: resolved.description };
  return ['string', 'integer'].includes(String(resolved.type))
    ? resolved
    : { type: 'string', description: resolved.description };
}

function bodyOf(
  source: OpenApiSource,
  operation: JsonObject,
): { readonly schema: unknown; readonly encoding: 'json' | 'form' } | { readonly refusal: string } {
  const body = source.resolve(operation.requestBody);
  const content = objectOf(body.content);
  const types = Object.keys(content);
  if (types.length === 0) return { schema: {}, encoding: 'json' };
  const json = types.find((type) => /[/+]json\b/.test(type));
  const form = types.find((type) => type.startsWith('application/x-www-form-urlencoded'));
  const type = json ?? form;
  if (type === undefined) return { refusal: `its body is ${types[0]}` };
  const { schema } = objectOf(content[type]);
  const resolved = source.resolve(schema);
  if (resolved.type === 'array' || resolved.items !== undefined) return { refusal: 'its body is a list' };
  const isChoice = (resolved.oneOf ?? resolved.anyOf) !== undefined && resolved.properties === undefined;
  if (isChoice) return { refusal: 'its body is one of several shapes' };
  return { schema, encoding: json === undefined ? 'form' : 'json' };
}

/** zod source of the parameters of an action. */
export function paramsSource({ members }: ActionParams): string {
  const lines = [...members].map(([name, member]) => `${memberName(name)}: ${member},`);
  return lines.length === 0 ? 'z.object({})' : `z.object({\n  ${indented(lines.join('\n'), 2)}\n})`;
}
