import { type ComponentReference, componentReference } from '../component-reference.ts';
import type { ActionSchemas } from './action-schemas.ts';
import { operationIdOf } from './component-names.ts';
import type { DescribedAction } from './described-action.ts';
import type { JsonObject } from './json-object.ts';
import { problemAnswers } from './problem-answers.ts';

/** What a caller may send to an action, and what the gateway answers to it. `answer` is absent for a file. */
export interface ActionExample {
  readonly request: JsonObject;
  readonly answer?: JsonObject;
}

/** The address of the execute call. */
export const executePath = '/api/v1/integrations/connectors/{connector_id}/execute';

const connectorId = { $ref: '#/components/parameters/ConnectorId' };

/** The address of an action: a path item with one operation. */
export function actionPath(
  { entity, action, kind }: DescribedAction,
  schemas: ActionSchemas,
  example: ActionExample | undefined,
): readonly [path: string, item: JsonObject] {
  const headers = {
    ...(kind === 'write' && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
    ...(kind === 'download' && { parameters: [{ $ref: '#/components/parameters/Range' }] }),
  };
  const { result } = schemas;
  const operation = {
    operationId: operationIdOf(entity.name, action.action),
    tags: [entity.name],
    summary: action.summary,
    ...(action.deprecated !== undefined && { deprecated: true, description: deprecationText(action.deprecated) }),
    ...headers,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemas.request, ...(example && { example: example.request }) },
      },
    },
    responses: {
      ...(result === null
        ? fileAnswers
        : jsonAnswer(result, example?.answer, action.deprecated === undefined ? {} : announcement)),
      ...problemAnswers([kind]),
    },
  };
  return [`${executePath}/${entity.name}/${action.action}`, { parameters: [connectorId], post: operation }];
}

function deprecationText({ since, until, instead }: NonNullable<DescribedAction['action']['deprecated']>): string {
  return `Deprecated since ${since}, may be gone from ${until} on. ${instead}`;
}

/** The execute call with a typed request for every action. */
export function executeItem(example: JsonObject | undefined): JsonObject {
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
            ...(example && { example }),
          },
        },
      },
      responses: {
        ...jsonAnswer(componentReference('schemas', 'ExecuteResult'), undefined, {}),
        ...problemAnswers(['read', 'write', 'download', 'search']),
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
