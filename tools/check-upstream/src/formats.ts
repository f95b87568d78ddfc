import {
  arrayOrEmpty,
  isJsonObject,
  type JsonObject,
  objectOrEmpty,
  pointerTokens,
} from '@connectory/testkit/schema-values';
import { buildASTSchema, type GraphQLSchema, parse } from 'graphql';
import { parse as parseYaml } from 'yaml';
import { type ApiDescription, DescriptionError } from './description.ts';
import { graphqlDescription } from './graphql.ts';
import { httpDescription } from './http.ts';
import { readablePattern } from './schemas.ts';

/** The text of a description and what the caller knows about it. */
export interface DescriptionSource {
  /** Shown in messages, usually the file. */
  readonly name: string;
  readonly text: string;
  /** True when the vendor's list of query names is not complete. Ignored for GraphQL. */
  readonly openQuery?: boolean;
  /** The URL of a GraphQL API; if omitted, any POST with a `query` counts. Ignored for other formats. */
  readonly endpoint?: string;
}

/** Finds the target of a `$ref`; undefined if there is none. */
export type Resolve = (reference: string) => unknown;

/** One declared parameter of an operation. */
export interface Parameter {
  readonly name: string;
  /** Where it travels; cookies are not looked at. */
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: unknown;
  /** OpenAPI's style: `form`, `deepObject`, `pipeDelimited`; undefined when the vendor wrote none. */
  readonly style: unknown;
  /** Whether arrays repeat the name; undefined when the vendor wrote nothing. */
  readonly explode: unknown;
  /** True when the value is JSON text. */
  readonly json: boolean;
  readonly deprecated: boolean;
}

/** One declared media type of a request body; the schema is undefined if the vendor provides none. */
export interface BodyContent {
  readonly mediaType: string;
  readonly schema: unknown;
}

/** One method on one path template. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The declared body; `required` is undefined when the vendor wrote nothing, which OpenAPI reads as optional. */
  readonly body?: { readonly required?: boolean; readonly contents: readonly BodyContent[] };
  /** The body of a successful response: its schema, or `empty`; undefined if it is not described. */
  readonly response?: { readonly schema: unknown } | 'empty';
  /** Server URLs of this operation; empty when the description names none. */
  readonly servers: readonly string[];
  /** True when query names beyond the declared ones are no deviation. */
  readonly openQuery: boolean;
  readonly deprecated: boolean;
}

/** A description of an HTTP API, independent of the file format. */
export interface HttpApi {
  readonly operations: readonly Operation[];
  /** Query names every operation takes, such as an API key. */
  readonly commonQuery: readonly string[];
  /** Lower-case names of headers that carry credentials. */
  readonly credentialHeaders: readonly string[];
  readonly resolve: Resolve;
  readonly notes: readonly string[];
}

/**
 * Loads a description and detects its format: OpenAPI 3, Swagger 2 (JSON or YAML), a Google discovery document or GraphQL SDL. Throws a
 * `DescriptionError` if it is none of these or cannot be read.
 */
export function loadDescription({ name, text, openQuery = false, endpoint }: DescriptionSource): ApiDescription {
  const document = readDocument(name, text);
  if (document === undefined) return graphqlDescription(name, buildSchema(name, text), endpoint);
  const http = (openApi: JsonObject, resolve: Resolve) =>
    httpDescription(name, { ...readOpenApi(openApi, resolve), notes: unreadableParts(document, resolve) }, openQuery);
  const resolve = resolveWithin(document);
  if (typeof document.openapi === 'string') return http(document, resolve);
  if (document.swagger === '2.0' || document.swagger === 2) return http(fromSwagger(document, resolve), resolve);
  if (typeof document.discoveryVersion === 'string') {
    const schemas = objectOrEmpty(document.schemas);
    return http(fromDiscovery(document), (reference) => schemas[reference]);
  }
  throw new DescriptionError(
    `${name} is no API description: it has none of "openapi", "swagger" and "discoveryVersion" at its top. ` +
      'Give an OpenAPI, Swagger 2 or Google discovery document, or GraphQL SDL.',
  );
}

/** The document when the text is JSON or the YAML of an OpenAPI or Swagger file, undefined when it looks like SDL. */
function readDocument(name: string, text: string): JsonObject | undefined {
  const isJson = /^\s*\{\s*("|\})/.test(text);
  if (!isJson && !/^["']?(openapi|swagger)["']?\s*:/m.test(text)) return undefined;
  try {
    return objectOrEmpty(isJson ? JSON.parse(text) : parseYaml(text, { maxAliasCount: 1000 }));
  } catch (cause) {
    throw new DescriptionError(`${name} is broken ${isJson ? 'JSON' : 'YAML'}: ${messageOf(cause)}`, { cause });
  }
}

function buildSchema(name: string, text: string): GraphQLSchema {
  try {
    return buildASTSchema(parse(text, { noLocation: true }), { assumeValidSDL: true, assumeValid: true });
  } catch (cause) {
    throw new DescriptionError(
      `${name} is neither JSON, nor YAML that begins with "openapi" or "swagger", nor GraphQL SDL: ${messageOf(cause)}`,
      { cause },
    );
  }
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message.split('\n')[0] : String(cause));

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads an OpenAPI 3.0 or 3.1 document (https://spec.openapis.org/oas/v3.1.1.html). */
function readOpenApi(document: JsonObject, resolve: Resolve): Omit<HttpApi, 'notes'> {
  const followed = (value: unknown) => follow(value, resolve);
  const parametersOf = (...lists: readonly unknown[]): Parameter[] => {
    const all = lists.flatMap(arrayOrEmpty).flatMap((each) => readParameter(followed(each)));
    // Those of an operation win over those of its path.
    return [...new Map(all.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()];
  };
  const operations = Object.entries(objectOrEmpty(document.paths)).flatMap(([path, item]) => {
    const pathItem = followed(item);
    return methods.flatMap((method): Operation[] => {
      const operation = pathItem[method];
      if (!isJsonObject(operation)) return [];
      const body = bodyOf(followed(operation.requestBody));
      const response = responseOf(operation.responses, followed);
      const servers = [operation.servers, pathItem.servers, document.servers].map(serverUrls);
      return [
        {
          method: method.toUpperCase(),
          path,
          parameters: parametersOf(pathItem.parameters, operation.parameters),
          ...(body !== undefined && { body }),
          ...(response !== undefined && { response }),
          servers: servers.find((urls) => urls.length > 0) ?? [],
          openQuery: operation['x-open-params'] === true,
          deprecated: operation.deprecated === true,
        },
      ];
    });
  });
  const schemes = Object.values(objectOrEmpty(objectOrEmpty(document.components).securitySchemes)).map(followed);
  const keys = (place: string) =>
    schemes.filter((scheme) => scheme.type === 'apiKey' && scheme.in === place).map(({ name }) => String(name));
  const credentialHeaders = keys('header').map((name) => name.toLowerCase());
  return { operations, commonQuery: keys('query'), credentialHeaders, resolve };
}

function follow(value: unknown, resolve: Resolve, depth = 0): JsonObject {
  const found = objectOrEmpty(value);
  return typeof found.$ref === 'string' && depth < 16 ? follow(resolve(found.$ref), resolve, depth + 1) : found;
}

function readParameter(parameter: JsonObject): Parameter[] {
  const { name, in: place, style, explode } = parameter;
  if (typeof name !== 'string' || (place !== 'path' && place !== 'query' && place !== 'header')) return [];
  // OpenAPI describes these headers elsewhere and ignores them here.
  if (place === 'header' && /^(?:accept|content-type|authorization)$/i.test(name)) return [];
  const [content] = Object.entries(objectOrEmpty(parameter.content));
  return [
    {
      name,
      in: place,
      required: parameter.required === true,
      schema: content === undefined ? parameter.schema : objectOrEmpty(content[1]).schema,
      style,
      explode,
      json: content?.[0].includes('json') === true,
      deprecated: parameter.deprecated === true,
    },
  ];
}

function bodyOf(body: JsonObject): Operation['body'] {
  const contents = Object.entries(objectOrEmpty(body.content)).map(([mediaType, content]) => ({
    mediaType,
    schema: objectOrEmpty(content).schema,
  }));
  if (contents.length === 0) return undefined;
  return { contents, ...(typeof body.required === 'boolean' && { required: body.required }) };
}

/** The first response to a success: the lowest status from 200 to 299, then the whole class, then the default. */
function responseOf(responses: unknown, followed: (value: unknown) => JsonObject): Operation['response'] {
  const stated = objectOrEmpty(responses);
  const [first = '2XX'] = Object.keys(stated)
    .filter((status) => /^2\d\d$/.test(status))
    .sort();
  const success = stated[first] ?? stated.default;
  if (success === undefined) return undefined;
  const contents = Object.entries(objectOrEmpty(followed(success).content));
  if (contents.length === 0) return 'empty';
  const [, content] = contents.find(([mediaType]) => mediaType.includes('json')) ?? [];
  const { schema } = objectOrEmpty(content);
  return schema === undefined ? undefined : { schema };
}

const serverUrls = (servers: unknown) =>
  arrayOrEmpty(servers)
    .map((server) => objectOrEmpty(server).url)
    .filter((url) => typeof url === 'string');

const listStyles: Readonly<Record<string, JsonObject>> = {
  csv: { style: 'form', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

/** A Swagger 2 document (https://spec.openapis.org/oas/v2.0.html) as OpenAPI 3; its references lead into the original. */
function fromSwagger(document: JsonObject, resolve: Resolve): JsonObject {
  const basePath = typeof document.basePath === 'string' ? document.basePath : '';
  const schemes = arrayOrEmpty(document.schemes ?? ['https']);
  const urls = document.host === undefined ? [basePath] : schemes.map((one) => `${one}://${document.host}${basePath}`);
  const operationOf = (operation: JsonObject, shared: unknown): JsonObject => {
    const all = [...arrayOrEmpty(shared), ...arrayOrEmpty(operation.parameters)].map((each) => follow(each, resolve));
    const parameters = all.map((each) => {
      const isList = each.type === 'array' && each.in === 'query';
      return { ...each, ...(isList && listStyles[String(each.collectionFormat ?? 'csv')]), schema: each };
    });
    const mediaTypes = arrayOrEmpty(operation.consumes ?? document.consumes).map(String);
    const responses = mapValues(objectOrEmpty(operation.responses), (each) => {
      const { schema } = follow(each, resolve);
      return schema === undefined ? {} : { content: { 'application/json': { schema } } };
    });
    return { ...operation, parameters, requestBody: swaggerBody(all, mediaTypes), responses };
  };
  return {
    servers: urls.filter((url) => url !== '').map((url) => ({ url })),
    components: { securitySchemes: document.securityDefinitions },
    paths: mapValues(objectOrEmpty(document.paths), ({ parameters, ...item }) =>
      mapValues(item, (operation) => operationOf(operation, parameters)),
    ),
  };
}

function swaggerBody(parameters: readonly JsonObject[], mediaTypes: readonly string[]): JsonObject {
  const of = (types: readonly string[], typical: string, schema: unknown, required: boolean) => ({
    required,
    content: Object.fromEntries((types.length > 0 ? types : [typical]).map((type) => [type, { schema }])),
  });
  const body = parameters.find((each) => each.in === 'body');
  if (body !== undefined) return of(mediaTypes, 'application/json', body.schema, body.required === true);
  const fields = parameters.filter((each) => each.in === 'formData');
  if (fields.length === 0) return {};
  const required = fields.filter((field) => field.required === true).map((field) => field.name);
  const properties = Object.fromEntries(fields.map((field) => [field.name, field]));
  const isFile = fields.some((field) => field.type === 'file');
  const typical = isFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const forms = mediaTypes.filter((type) => type.includes('form'));
  return of(forms, typical, { type: 'object', properties, required }, required.length > 0);
}

const mapValues = (object: JsonObject, map: (value: JsonObject) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(objectOrEmpty(value))]));

/** A Google discovery document (https://developers.google.com/discovery/v1/reference/apis) as OpenAPI 3. */
function fromDiscovery(document: JsonObject): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const schemaOf = ({ $ref }: JsonObject) => ({ content: { 'application/json': { schema: { $ref } } } });
  const addMethods = (resource: JsonObject): void => {
    for (const method of Object.values(objectOrEmpty(resource.methods)).map(objectOrEmpty)) {
      const path = `/${String(method.path).replace(/^\//, '')}`;
      const [request, response] = [objectOrEmpty(method.request), objectOrEmpty(method.response)];
      const parameters = Object.entries(objectOrEmpty(method.parameters)).map(([name, each]) => {
        const parameter = objectOrEmpty(each);
        const isList = parameter.repeated === true;
        const schema = isList ? { type: 'array', items: parameter } : parameter;
        return { ...parameter, name, in: parameter.location, schema, ...(isList && { style: 'form', explode: true }) };
      });
      const operation = {
        parameters,
        ...(request.$ref !== undefined && { requestBody: schemaOf(request) }),
        responses: { 200: response.$ref === undefined ? {} : schemaOf(response) },
        deprecated: method.deprecated,
      };
      paths[path] = { ...paths[path], [String(method.httpMethod ?? 'GET').toLowerCase()]: operation };
    }
    Object.values(objectOrEmpty(resource.resources)).map(objectOrEmpty).forEach(addMethods);
  };
  addMethods(document);
  const url = `${document.rootUrl ?? ''}${document.servicePath ?? ''}`.replace(/\/+$/, '');
  // What every method takes is declared like an API key.
  const everywhere = Object.keys(objectOrEmpty(document.parameters));
  const keys = everywhere.map((name) => [name, { type: 'apiKey', in: 'query', name }]);
  return { paths, servers: url === '' ? [] : [{ url }], components: { securitySchemes: Object.fromEntries(keys) } };
}

/**
 * Resolves `#/…` references within a document, including references on the way. References to other files and to missing places are
 * undefined.
 */
export function resolveWithin(document: unknown): Resolve {
  const resolved = new Map<string, unknown>();
  const resolve = (reference: string, depth: number): unknown => {
    if (!reference.startsWith('#/') || depth > 32) return undefined;
    let place: unknown = document;
    for (const token of pointerTokens(decodeFragment(reference))) {
      if (isJsonObject(place) && typeof place.$ref === 'string') place = resolve(place.$ref, depth + 1);
      const isThere = typeof place === 'object' && place !== null && Object.hasOwn(place, token);
      if (!isThere) return undefined;
      place = (place as JsonObject)[token];
    }
    return place;
  };
  return (reference) => {
    if (!resolved.has(reference)) resolved.set(reference, resolve(reference, 0));
    return resolved.get(reference);
  };
}

function decodeFragment(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

/** One line for every reference and pattern in the document that cannot be used and is therefore not checked. */
function unreadableParts(document: unknown, resolve: Resolve): string[] {
  const notes = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref, pattern } = value as JsonObject;
    if (typeof $ref === 'string' && resolve($ref) === undefined) {
      notes.add(`not checked: reference ${$ref} leads nowhere`);
    }
    if (typeof pattern === 'string' && readablePattern(pattern) === undefined) {
      notes.add(`not checked: pattern ${pattern} is no JavaScript pattern`);
    }
    Object.values(value).forEach(visit);
  };
  visit(document);
  return [...notes];
}
