import { isJsonObject, type JsonObject, objectOrEmpty } from '@connectory/testkit/schema-values';
import { unreadableParts } from './document-references.ts';
import type { HttpApi, Operation, Parameter } from './operation.ts';

/** Reads a Google discovery document (https://developers.google.com/discovery/v1/reference/apis). */
export function readDiscovery(document: JsonObject): HttpApi {
  const schemas = objectOrEmpty(document.schemas);
  const resolve = (reference: string): unknown => schemas[reference];
  const server = `${stringOf(document.rootUrl)}${stringOf(document.servicePath)}`.replace(/\/+$/, '');
  const operations = methodsOf(document).map((method) => readMethod(method, server === '' ? [] : [server]));
  return {
    operations,
    commonQuery: Object.keys(objectOrEmpty(document.parameters)),
    credentialHeaders: [],
    resolve,
    notes: unreadableParts(schemas, resolve),
  };
}

function methodsOf(resource: JsonObject): JsonObject[] {
  const own = Object.values(objectOrEmpty(resource.methods)).filter(isJsonObject);
  const nested = Object.values(objectOrEmpty(resource.resources)).filter(isJsonObject);
  return [...own, ...nested.flatMap(methodsOf)];
}

function readMethod(method: JsonObject, servers: readonly string[]): Operation {
  const request = objectOrEmpty(method.request);
  const response = objectOrEmpty(method.response);
  return {
    method: stringOf(method.httpMethod) || 'GET',
    path: `/${stringOf(method.path).replace(/^\//, '')}`,
    parameters: Object.entries(objectOrEmpty(method.parameters)).flatMap(([name, each]) => readParameter(name, each)),
    ...(typeof request.$ref === 'string'
      ? { body: { contents: [{ mediaType: 'application/json', schema: { $ref: request.$ref } }] } }
      : {}),
    answer: typeof response.$ref === 'string' ? { schema: { $ref: response.$ref } } : 'nothing',
    servers,
    openQuery: false,
    deprecated: method.deprecated === true,
  };
}

function readParameter(name: string, value: unknown): Parameter[] {
  const parameter = objectOrEmpty(value);
  if (parameter.location !== 'path' && parameter.location !== 'query') {
    return [];
  }
  return [
    {
      name,
      place: parameter.location,
      required: parameter.required === true,
      schema: parameter.repeated === true ? { type: 'array', items: parameter } : parameter,
      ...(parameter.repeated === true ? { style: 'form', explode: true } : {}),
      json: false,
      deprecated: parameter.deprecated === true,
    },
  ];
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
