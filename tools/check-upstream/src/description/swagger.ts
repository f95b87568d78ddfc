import { arrayOrEmpty, isJsonObject, type JsonObject, objectOrEmpty } from '@connectory/testkit/schema-values';
import { resolveWithin, unreadableParts } from './document-references.ts';
import { apiKeyNames, overridden, successOf } from './openapi.ts';
import type { HttpApi, Operation, OperationAnswer, OperationBody, Parameter } from './operation.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** Reads a Swagger 2.0 document (https://spec.openapis.org/oas/v2.0.html). */
export function readSwagger(document: JsonObject): HttpApi {
  const resolve = resolveWithin(document);
  const servers = serversOf(document);
  const operations = Object.entries(objectOrEmpty(document.paths)).flatMap(([path, item]) => {
    const pathItem = objectOrEmpty(item);
    const shared = parametersOf(pathItem.parameters, resolve);
    return methods.flatMap((method): Operation[] => {
      const operation = pathItem[method];
      if (!isJsonObject(operation)) {
        return [];
      }
      const own = parametersOf(operation.parameters, resolve);
      const answer = answerOf(operation.responses, resolve);
      const body = bodyOf([...shared, ...own], arrayOrEmpty(operation.consumes ?? document.consumes));
      return [
        {
          method: method.toUpperCase(),
          path,
          parameters: overridden(shared.flatMap(readParameter), own.flatMap(readParameter)),
          ...(body === undefined ? {} : { body }),
          ...(answer === undefined ? {} : { answer }),
          servers,
          openQuery: operation['x-open-params'] === true,
          deprecated: operation.deprecated === true,
        },
      ];
    });
  });
  const keys = apiKeyNames(Object.values(objectOrEmpty(document.securityDefinitions)).map(objectOrEmpty));
  return {
    operations,
    commonQuery: keys.query,
    credentialHeaders: keys.header,
    resolve,
    notes: unreadableParts(document, resolve),
  };
}

function answerOf(responses: unknown, resolve: (reference: string) => unknown): OperationAnswer | undefined {
  const stated = successOf(responses);
  if (stated === undefined) return undefined;
  const success = objectOrEmpty(stated);
  const { schema } = typeof success.$ref === 'string' ? objectOrEmpty(resolve(success.$ref)) : success;
  return schema === undefined ? 'nothing' : { schema };
}

function serversOf(document: JsonObject): string[] {
  const basePath = typeof document.basePath === 'string' ? document.basePath : '';
  if (typeof document.host !== 'string') {
    return basePath === '' ? [] : [basePath];
  }
  const schemes = arrayOrEmpty(document.schemes);
  return (schemes.length === 0 ? ['https'] : schemes).map((scheme) => `${scheme}://${document.host}${basePath}`);
}

function parametersOf(value: unknown, resolve: (reference: string) => unknown): JsonObject[] {
  return arrayOrEmpty(value).map((each) => {
    const parameter = objectOrEmpty(each);
    return typeof parameter.$ref === 'string' ? objectOrEmpty(resolve(parameter.$ref)) : parameter;
  });
}

const listStyles: Readonly<Record<string, { style: string; explode: boolean }>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

function readParameter(parameter: JsonObject): Parameter[] {
  const { name, in: place } = parameter;
  if (typeof name !== 'string' || (place !== 'path' && place !== 'query' && place !== 'header')) {
    return [];
  }
  const style =
    parameter.type === 'array' && place === 'query' ? listStyles[String(parameter.collectionFormat ?? 'csv')] : {};
  return [
    {
      name,
      place,
      required: parameter.required === true || place === 'path',
      schema: parameter,
      ...style,
      json: false,
      deprecated: false,
    },
  ];
}

function bodyOf(parameters: readonly JsonObject[], consumes: readonly unknown[]): OperationBody | undefined {
  const declared = consumes.filter((mediaType) => typeof mediaType === 'string');
  const body = parameters.find((parameter) => parameter.in === 'body');
  if (body !== undefined) {
    const mediaTypes = declared.length === 0 ? ['application/json'] : declared;
    return {
      required: body.required === true,
      contents: mediaTypes.map((mediaType) => ({ mediaType, schema: body.schema })),
    };
  }
  const fields = parameters.filter((parameter) => parameter.in === 'formData' && typeof parameter.name === 'string');
  if (fields.length === 0) {
    return undefined;
  }
  const required = fields.filter((field) => field.required === true).map((field) => String(field.name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [String(field.name), field])),
    required,
  };
  const hasFile = fields.some((field) => field.type === 'file');
  const mediaTypes = declared.filter((mediaType) => mediaType.includes('form'));
  const assumed = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return {
    required: required.length > 0,
    contents: (mediaTypes.length === 0 ? [assumed] : mediaTypes).map((mediaType) => ({ mediaType, schema })),
  };
}
