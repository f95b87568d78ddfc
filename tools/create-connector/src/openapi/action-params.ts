import { snakeCase } from '../names.ts';
import { indented, memberName } from '../source-text.ts';
import type { ParamTargets } from './action-wire.ts';
import type { ActionChoice } from './entity-choices.ts';
import { severalShapes } from './merged-schema.ts';
import { arrayOf, type JsonObject, type OpenApiSource, objectOf } from './open-api-source.ts';
import { flatSchema, isReadOnly, memberSource, typesOf } from './schema-source.ts';

/** The parameters of an operation as parameters of an action. */
export interface ActionParams {
  /** Source of each parameter by its name. */
  readonly members: ReadonlyMap<string, string>;
  readonly required: ReadonlySet<string>;
  readonly encoding: 'json' | 'form';
  /** Where the parameters go. */
  readonly targets: ParamTargets;
  /** Required headers that have only one value. */
  readonly headers: Readonly<Record<string, string>>;
  /** Set if the body has one of several shapes, so that its fields do not all fit together. */
  readonly hasShapes: boolean;
  /** Why the operation cannot become an action. */
  readonly refusal?: string;
}

/** The type of a record's key: a string or a whole number. */
export type KeyType = 'string' | 'integer';

const readsBody = new Set(['POST', 'PUT', 'PATCH']);

// OpenAPI says to ignore parameters with these names.
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

/** Reads the parameters of an operation: path, query, required headers and the fields of its body. */
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
  const isWrite = readsBody.has(method);
  const query = declared.filter((one) => one.in === 'query').filter((about) => !members.has(String(about.name)));
  for (const about of query) {
    const schema = about.schema ??
      Object.values(objectOf(about.content)).map((one) => objectOf(one).schema)[0] ?? { type: 'string' };
    add(String(about.name), schema, about.required === true, about);
  }
  const constant: Record<string, string> = {};
  const headers = new Map<string, string>();
  for (const about of requiredHeaders(declared)) {
    const header = String(about.name);
    const value = onlyValue(source.resolve(about.schema));
    const param = snakeCase(header);
    if (value !== undefined) constant[header] = value;
    else if (!members.has(param)) {
      add(param, { type: 'string' }, true, { description: about.description ?? `The header ${header}` });
      headers.set(param, header);
    }
  }
  const body = isWrite ? bodyOf(source, operation) : plainBody;
  const flat = flatSchema(source, body.schema);
  for (const [name, schema] of Object.entries(flat.properties)) {
    if (!isReadOnly(source, schema)) add(name, schema, flat.required.has(name), {});
  }
  const targets: ParamTargets = {
    hasBody: isWrite,
    headers,
    query: isWrite ? query.map(({ name }) => String(name)) : [],
    wrapper: body.wrapper,
    repeated: places.filter((name) => Object.hasOwn(flat.properties, name)),
  };
  const { encoding, hasShapes, refusal } = body;
  return { members, required, encoding, targets, headers: constant, hasShapes, ...(refusal && { refusal }) };
}

/** Whether a header selects the version of the API, as the adapter declares it for all actions. */
export const isVersionHeader = (name: string): boolean => /version$/i.test(name);

const requiredHeaders = (declared: readonly JsonObject[]) =>
  declared
    .filter((one) => one.in === 'header' && one.required === true)
    .filter(({ name }) => !ignoredHeaders.has(String(name).toLowerCase()) && !isVersionHeader(String(name)));

/** The value of a header that can have only one, or has a default; undefined for any other. */
export function onlyValue(schema: JsonObject): string | undefined {
  const values = arrayOf(schema.enum);
  const value = schema.const ?? schema.default ?? (values.length === 1 ? values[0] : undefined);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
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

/** The body of a request, without the object that only wraps it. */
interface Body {
  readonly schema: unknown;
  readonly encoding: 'json' | 'form';
  readonly wrapper: string | undefined;
  readonly hasShapes: boolean;
  readonly refusal?: string;
}

const plainBody: Body = { schema: {}, encoding: 'json', wrapper: undefined, hasShapes: false };

function bodyOf(source: OpenApiSource, operation: JsonObject): Body {
  const content = objectOf(source.resolve(operation.requestBody).content);
  const types = Object.keys(content);
  if (types.length === 0) return plainBody;
  const json = types.find((type) => type.startsWith('application/json')) ?? types.find((type) => /\+json\b/.test(type));
  const form = types.find((type) => type.startsWith('application/x-www-form-urlencoded'));
  const type = json ?? form;
  if (type === undefined) return { ...plainBody, refusal: `its body is ${types[0]}` };
  const { schema } = objectOf(content[type]);
  const { types: kinds } = typesOf(source.resolve(schema));
  if (kinds.includes('array')) return { ...plainBody, refusal: 'its body is a list' };
  const wrapper = wrapperOf(source, schema);
  const inner = wrapper === undefined ? schema : flatSchema(source, schema).properties[wrapper];
  const resolved = source.resolve(inner);
  const isFree = resolved.properties === undefined && (resolved.oneOf ?? resolved.anyOf) !== undefined;
  if (isFree) return { ...plainBody, refusal: 'its body is one of several shapes that are not all objects' };
  return {
    schema: inner,
    encoding: json === undefined ? 'form' : 'json',
    wrapper,
    hasShapes: resolved[severalShapes] === true,
  };
}

// The only member of a body, if it is an object with fields: { "incident": { … } }.
function wrapperOf(source: OpenApiSource, schema: unknown): string | undefined {
  const { properties } = flatSchema(source, schema);
  const [name, ...others] = Object.keys(properties).filter((one) => !isReadOnly(source, properties[one]));
  const isWrapper = name !== undefined && Object.keys(flatSchema(source, properties[name]).properties).length > 0;
  return isWrapper && others.length === 0 && typesOf(source.resolve(properties[name])).types[0] === 'object'
    ? name
    : undefined;
}

/** zod source of the parameters of an action. */
export function paramsSource({ members }: ActionParams): string {
  const lines = [...members].map(([name, member]) => `${memberName(name)}: ${member},`);
  return lines.length === 0 ? 'z.object({})' : `z.object({\n  ${indented(lines.join('\n'), 2)}\n})`;
}
