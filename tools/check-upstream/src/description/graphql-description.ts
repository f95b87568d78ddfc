import { isJsonObject, type JsonObject, objectOrEmpty, pointerTo } from '@connectory/testkit/schema-values';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { ApiDescription, ObservedRequest } from './api-description.ts';
import { headerValue } from './body-check.ts';
import type { Deviation } from './deviation.ts';
import { graphqlAnswers } from './graphql-answer.ts';
import { placeInDocument } from './graphql-place.ts';
import { checkVariables } from './graphql-variables.ts';
import { nearestProperty } from './nearest.ts';

/** What a caller knows about a GraphQL API beyond its schema. */
export interface GraphqlDescriptionOptions {
  /** The URL of the API; if omitted, any POST with a `query` is accepted. */
  readonly endpoint?: string;
}

const envelope = ['query', 'variables', 'operationName', 'extensions'];

/**
 * Makes a description of a GraphQL API over HTTP (https://graphql.github.io/graphql-over-http/draft/): documents are
 * validated against the schema, variables against their types, deprecated fields, arguments and values are reported.
 */
export function graphqlDescription(
  name: string,
  schema: GraphQLSchema,
  options: GraphqlDescriptionOptions,
): ApiDescription {
  const checkDocument = createDocumentCheck(schema);
  const answerSchema = graphqlAnswers(schema);
  return {
    name,
    notes: [],
    check(request) {
      if (!isForEndpoint(request, options.endpoint)) {
        const operation = `POST ${options.endpoint ?? 'with a GraphQL document'}`;
        const message = `${request.method} ${request.url} is not described`;
        const nearby = nearestProperty(`${request.method} ${request.url}`, [operation]);
        return { deviations: [{ kind: 'unknown_path', where: '/path', message, ...nearby }] };
      }
      const body = objectOrEmpty(request.body);
      const text = typeof body.query === 'string' ? body.query : '';
      const { document, deviations } = checkDocument(text);
      const answer = document === undefined ? undefined : answerSchema(document, body.operationName);
      return {
        operation: `POST ${options.endpoint ?? 'graphql'}`,
        ...(answer !== undefined && { answer }),
        deviations: [
          ...checkEnvelope(request, body),
          ...deviations,
          ...(document === undefined ? [] : checkOperation(schema, document, body)),
        ],
      };
    },
  };
}

function isForEndpoint(request: ObservedRequest, endpoint: string | undefined): boolean {
  if (request.method.toUpperCase() !== 'POST') {
    return false;
  }
  if (endpoint === undefined) {
    return isJsonObject(request.body) && typeof request.body.query === 'string';
  }
  return request.url.split('?')[0] === endpoint;
}

function checkEnvelope(request: ObservedRequest, body: JsonObject): Deviation[] {
  const contentType = headerValue(request, 'content-type') ?? '';
  const deviations: Deviation[] = [];
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    const message = `content type is "${contentType}", GraphQL over HTTP takes application/json`;
    deviations.push({ kind: 'content_type', where: '/header/content-type', message });
  }
  for (const name of Object.keys(body).filter((each) => !envelope.includes(each))) {
    const message = `"${name}" does not belong in a GraphQL request`;
    deviations.push({
      kind: 'unknown_field',
      where: pointerTo('/body', name),
      message,
      ...nearestProperty(name, envelope),
    });
  }
  return deviations;
}

interface CheckedDocument {
  readonly document?: DocumentNode;
  readonly deviations: readonly Deviation[];
}

// One action sends the same document with many variables; validation is the expensive part.
function createDocumentCheck(schema: GraphQLSchema): (text: string) => CheckedDocument {
  const checked = new Map<string, CheckedDocument>();
  return (text) => {
    const known = checked.get(text) ?? readDocument(schema, text);
    checked.set(text, known);
    return known;
  };
}

function readDocument(schema: GraphQLSchema, text: string): CheckedDocument {
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    const message = error instanceof GraphQLError ? error.message : String(error);
    return { deviations: [{ kind: 'invalid_document', where: '/body/query', message }] };
  }
  const toDeviation =
    (kind: 'invalid_document' | 'deprecated') =>
    (error: GraphQLError): Deviation => ({
      kind,
      where: `/body/query${placeInDocument(document, error.nodes?.[0])}`,
      message: error.message,
    });
  return {
    document,
    deviations: [
      ...validate(schema, document, specifiedRules).map(toDeviation('invalid_document')),
      ...validate(schema, document, [NoDeprecatedCustomRule]).map(toDeviation('deprecated')),
    ],
  };
}

function checkOperation(schema: GraphQLSchema, document: DocumentNode, body: JsonObject): Deviation[] {
  const operationName = typeof body.operationName === 'string' ? body.operationName : undefined;
  const operation = getOperationAST(document, operationName);
  if (operation === undefined || operation === null) {
    const message =
      operationName === undefined
        ? 'the document has several operations and operationName picks none'
        : `the document has no operation "${operationName}"`;
    return [{ kind: 'invalid_document', where: '/body/operationName', message }];
  }
  return checkVariables(schema, operation, objectOrEmpty(body.variables));
}
