import { type ComponentReference, componentReference } from '../component-reference.ts';
import type { ActionSchemas } from './action-schemas.ts';
import { operationIdOf } from './component-names.ts';
import type { ActionExample } from './declared-example.ts';
import type { DescribedAction } from './described-action.ts';
import type { JsonObject } from './json-object.ts';
import { operationDescription } from './operation-description.ts';
import { problemAnswers } from './problem-answers.ts';

/** The address of the execute call. */
export const executePath = '/api/v1/integrations/connectors/{connector_id}/execute';

const connectorId = { $ref: '#/components/parameters/ConnectorId' };

/** The address of an action: a path item with one operation. */
export function actionPath(
  described: DescribedAction,
  schemas: ActionSchemas,
  example: ActionExample,
): readonly [path: string, item: JsonObject] {
  const { entity, action, kind } = described;
  const headers = {
    ...(kind === 'write' && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
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
      content: {
        'application/json': { schema: schemas.request, example: example.request },
      },
    },
    responses: {
      ...(result === null
        ? fileAnswers
        : jsonAnswer(result, example.answer, action.deprecated === undefined ? {} : announcement)),
      ...problemAnswers,
    },
  };
  return [`${executePath}/${entity.name}/${action.action}`, { parameters: [connectorId], post: operation }];
}

/** The execute call with a typed request for every action. */
export function executeItem(example: JsonObject): JsonObject {
  return {
    parameters: [connectorId],
    post: {
      operationId: 'execute',
      tags: ['execute'],
      summary: 'Run one action on one entity',
      description:
        'What every action answers is described at its own address. With `dry_run`, `data` has the upstream requests that would leave.',
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: componentReference('schemas', 'ExecuteRequest'),
            example,
          },
        },
      },
      responses: {
        ...jsonAnswer(componentReference('schemas', 'ExecuteResult'), undefined, {}),
        ...problemAnswers,
      },
    },
  };
}

const requestId = { 'X-Request-Id': componentReference('headers', 'RequestId') };

// What the answers of a deprecated action say in their header.
const announcement = {
  Deprecation: componentReference('headers', 'Deprecation'),
  Sunset: componentReference('headers', 'Sunset'),
};

function jsonAnswer(schema: ComponentReference, example: JsonObject | undefined, headers: JsonObject): JsonObject {
  return {
    200: {
      description: 'The result.',
      headers: { ...requestId, ...headers },
      content: { 'application/json': { schema, ...(example && { example }) } },
    },
  };
}

const fileAnswers = {
  200: { $ref: '#/components/responses/File' },
  206: { $ref: '#/components/responses/PartOfFile' },
};
