import { type ComponentReference, componentReference } from '../component-reference.ts';
import { executePath } from '../operation.ts';
import type { ActionSchemas } from './action-schemas.ts';
import { operationIdOf } from './component-names.ts';
import type { ActionExample } from './declared-example.ts';
import type { DescribedAction } from './described-action.ts';
import { problemResponses } from './error-responses.ts';
import type { JsonObject } from './json-object.ts';
import { operationDescription } from './operation-description.ts';
import { pageLinks } from './page-links.ts';

const connectorId = { $ref: '#/components/parameters/ConnectorId' };

/** The URL of an action: a path item with one operation. */
export function actionPath(
  described: DescribedAction,
  schemas: ActionSchemas,
  example: ActionExample,
): readonly [path: string, item: JsonObject] {
  const { entity, action, kind } = described;
  const headers = {
    ...((kind === 'write' || kind === 'upload') && {
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
    }),
    ...(kind === 'download' && { parameters: [{ $ref: '#/components/parameters/Range' }] }),
  };
  const { result } = schemas;
  const operation = {
    operationId: operationIdOf(entity.name, action.action),
    tags: [entity.name],
    summary: action.summary,
    description: operationDescription(described),
    ...(action.deprecated !== undefined && { deprecated: true }),
    'x-effect': action.effect,
    ...headers,
    requestBody: {
      required: true,
      content:
        kind === 'upload'
          ? formContent(schemas.request)
          : { 'application/json': { schema: schemas.request, example: example.request } },
    },
    responses: {
      ...(result === null
        ? fileResponses
        : jsonResponse(
            result,
            example.response,
            action.deprecated === undefined ? {} : announcement,
            pageLinks(described),
          )),
      ...problemResponses,
    },
  };
  return [`${executePath}/${entity.name}/${action.action}`, { parameters: [connectorId], post: operation }];
}

// The file comes last, because it is sent on while it arrives.
const formContent = (call: ComponentReference): JsonObject => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['call', 'file'],
      properties: { call, file: { type: 'string', format: 'binary', description: 'The file, after the part `call`.' } },
    },
    encoding: { call: { contentType: 'application/json' } },
  },
});

/** Path of the dry run of an action: the same request, which returns what would be sent. */
export function dryRunPath(
  { entity, action }: DescribedAction,
  { request }: ActionSchemas,
  example: ActionExample,
): readonly [path: string, item: JsonObject] {
  const operation = {
    operationId: `${operationIdOf(entity.name, action.action)}_dry_run`,
    tags: [entity.name],
    summary: `Dry run: ${action.summary}`,
    description: 'Validates the call and returns the upstream requests that would be sent. Nothing is sent.',
    ...(action.deprecated !== undefined && { deprecated: true }),
    'x-effect': 'read',
    requestBody: { required: true, content: { 'application/json': { schema: request, example: example.request } } },
    responses: {
      ...jsonResponse(componentReference('schemas', 'ExecutePreview'), undefined, {}),
      ...problemResponses,
    },
  };
  return [`${executePath}/${entity.name}/${action.action}/dry-run`, { parameters: [connectorId], post: operation }];
}

const requestId = { 'X-Request-Id': componentReference('headers', 'RequestId') };

// Headers in the responses of deprecated actions.
const announcement = {
  Deprecation: componentReference('headers', 'Deprecation'),
  Sunset: componentReference('headers', 'Sunset'),
};

function jsonResponse(
  schema: ComponentReference,
  example: JsonObject | undefined,
  headers: JsonObject,
  links?: JsonObject,
): JsonObject {
  return {
    200: {
      description: 'The result.',
      headers: { ...requestId, ...headers },
      content: { 'application/json': { schema, ...(example && { example }) } },
      ...(links && { links }),
    },
  };
}

const fileResponses = {
  200: { $ref: '#/components/responses/File' },
  206: { $ref: '#/components/responses/PartOfFile' },
};
