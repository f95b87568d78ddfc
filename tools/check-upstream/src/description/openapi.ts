import { arrayOrEmpty, isJsonObject, type JsonObject, objectOrEmpty } from '@connectory/testkit/schema-values';
import { resolveWithin, unreadableParts } from './document-references.ts';
import type { BodyContent, HttpApi, Operation, OperationAnswer, OperationBody, Parameter } from './operation.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Headers that OpenAPI describes elsewhere and ignores among the parameters. */
const describedElsewhere = new Set(['accept', 'content-type', 'authorization']);

/** Reads an OpenAPI 3.0 or 3.1 document (https://spec.openapis.org/oas/v3.1.1.html). */
export function readOpenApi(document: JsonObject): HttpApi {
  const resolve = resolveWithin(document);
  const read = createReader(resolve);
  const documentServers = serverUrls(document.servers);
  const operations = Object.entries(objectOrEmpty(document.paths)).flatMap(([path, item]) => {
    const pathItem = read.followed(item);
    const shared = read.parameters(pathItem.parameters);
    return methods.flatMap((method): Operation[] => {
      const operation = pathItem[method];
      if (!isJsonObject(operation)) {
        return [];
      }
      const servers = [operation.servers, pathItem.servers].map(serverUrls).find((urls) => urls.length > 0);
      const body = read.body(operation.requestBody);
      const answer = read.answer(operation.responses);
      return [
        {
          method: method.toUpperCase(),
          path,
          parameters: overridden(shared, read.parameters(operation.parameters)),
          ...(body === undefined ? {} : { body }),
          ...(answer === undefined ? {} : { answer }),
          servers: servers ?? documentServers,
          openQuery: operation['x-open-params'] === true,
          deprecated: operation.deprecated === true,
        },
      ];
    });
  });
  const keys = read.apiKeys(objectOrEmpty(objectOrEmpty(document.components).securitySchemes));
  return {
    operations,
    commonQuery: keys.query,
    credentialHeaders: keys.header,
    resolve,
    notes: unreadableParts(document, resolve),
  };
}

/** The parameters of a path and of one of its operations together: the operation's own win. */
export function overridden(shared: readonly Parameter[], own: readonly Parameter[]): Parameter[] {
  const named = new Map([...shared, ...own].map((parameter) => [`${parameter.place} ${parameter.name}`, parameter]));
  return [...named.values()];
}

/** Query names and lower-case header names of the security schemes that carry an API key. */
export function apiKeyNames(schemes: readonly JsonObject[]): { query: string[]; header: string[] } {
  const names = (place: string): string[] =>
    schemes.flatMap((scheme) =>
      scheme.type === 'apiKey' && scheme.in === place && typeof scheme.name === 'string' ? [scheme.name] : [],
    );
  return { query: names('query'), header: names('header').map((name) => name.toLowerCase()) };
}

/** The first response to a success: the lowest status from 200 to 299, then the whole class, then the default. */
export function successOf(responses: unknown): unknown {
  const stated = objectOrEmpty(responses);
  const first = Object.keys(stated)
    .filter((status) => /^2\d\d$/.test(status))
    .sort()[0];
  return stated[first ?? '2XX'] ?? stated.default;
}

interface Reader {
  followed(value: unknown): JsonObject;
  parameters(value: unknown): Parameter[];
  body(value: unknown): OperationBody | undefined;
  answer(responses: unknown): OperationAnswer | undefined;
  apiKeys(schemes: JsonObject): { query: string[]; header: string[] };
}

function createReader(resolve: (reference: string) => unknown): Reader {
  const followed = (value: unknown, depth = 0): JsonObject => {
    const found = objectOrEmpty(value);
    return typeof found.$ref === 'string' && depth < 16 ? followed(resolve(found.$ref), depth + 1) : found;
  };
  return {
    followed,
    parameters: (value) => arrayOrEmpty(value).flatMap((each) => readParameter(followed(each))),
    body: (value) => {
      const body = followed(value);
      const contents = Object.entries(objectOrEmpty(body.content)).map(
        ([mediaType, content]): BodyContent => ({ mediaType, schema: objectOrEmpty(content).schema }),
      );
      if (contents.length === 0) {
        return undefined;
      }
      return { contents, ...(typeof body.required === 'boolean' ? { required: body.required } : {}) };
    },
    answer: (responses) => {
      const success = successOf(responses);
      if (success === undefined) return undefined;
      const contents = Object.entries(objectOrEmpty(followed(success).content));
      if (contents.length === 0) return 'nothing';
      const [, content] = contents.find(([mediaType]) => mediaType.includes('json')) ?? [];
      const { schema } = objectOrEmpty(content);
      return schema === undefined ? undefined : { schema };
    },
    apiKeys: (schemes) => apiKeyNames(Object.values(schemes).map((scheme) => followed(scheme))),
  };
}

function readParameter(parameter: JsonObject): Parameter[] {
  const { name, in: place } = parameter;
  if (typeof name !== 'string' || (place !== 'path' && place !== 'query' && place !== 'header')) {
    return [];
  }
  if (place === 'header' && describedElsewhere.has(name.toLowerCase())) {
    return [];
  }
  const content = Object.entries(objectOrEmpty(parameter.content))[0];
  return [
    {
      name,
      place,
      required: parameter.required === true || place === 'path',
      schema: content === undefined ? parameter.schema : objectOrEmpty(content[1]).schema,
      ...(typeof parameter.style === 'string' ? { style: parameter.style } : {}),
      ...(typeof parameter.explode === 'boolean' ? { explode: parameter.explode } : {}),
      json: content?.[0].includes('json') === true,
      deprecated: parameter.deprecated === true,
    },
  ];
}

function serverUrls(servers: unknown): string[] {
  return arrayOrEmpty(servers).flatMap((server) => {
    const { url } = objectOrEmpty(server);
    return typeof url === 'string' ? [url] : [];
  });
}
