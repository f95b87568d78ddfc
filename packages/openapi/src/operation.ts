import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import type { ErrorCode } from '@connectory/errors';
import type { z } from 'zod';
import { type ComponentReference, componentReference } from './component-reference.ts';
import type { ProblemResponses } from './problem-responses.ts';

/** An example of a request or response. */
interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** Examples by name. */
type Examples = Readonly<Record<string, Example>>;

/** Content of a response that is not JSON. */
interface TextSchema {
  readonly type: 'string';
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly contentSchema?: ComponentReference | { anyOf: ComponentReference[] };
}

/** Content of a request or response in one media type. */
interface Content {
  readonly schema: z.ZodType | TextSchema;
  readonly examples?: Examples;
}

/** A successful response; `headers` are in addition to `X-Request-Id`. */
interface Success {
  readonly description: string;
  readonly headers?: Readonly<Record<string, ComponentReference>>;
  readonly content?: Readonly<Record<string, Content>>;
}

/**
 * Who may call an operation: everyone (`open`), anyone with a token or a session that names a workspace, any caller even if it names none,
 * only the admin, or anyone who may use or manage the workspace of the path.
 */
export type Access = 'open' | 'token' | 'caller' | 'admin' | 'use' | 'manage';

/** Definition of an operation, for the document and for the gateway, which enforces it. */
interface Declaration {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As OpenAPI writes it: `/api/v1/workspaces/{workspace}`. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  /** Without the permitted callers, which follow from `access`. */
  readonly description: string;
  readonly pathParameters?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: Content;
  /** Successful responses by status. */
  readonly success: Readonly<Record<number, Success>>;
  /** Changes nothing that the gateway stores, although its method could: no audit entry is written. */
  readonly isSafe?: true;
  /** In addition to those of every operation, of those with a token or a body, and of its `access`. */
  readonly errors?: readonly ErrorCode[];
}

/** One operation of the gateway. */
export interface Operation extends Declaration {
  readonly id: string;
}

/** Operations by ID, with the types of their requests and responses. */
export function operations<const Declared extends Readonly<Record<string, Declaration>>>(
  declared: Declared,
): { readonly [Id in keyof Declared & string]: Declared[Id] & { readonly id: Id } } {
  const named = Object.entries(declared).map(([id, operation]) => [id, { ...operation, id }]);
  return Object.fromEntries(named) as { [Id in keyof Declared & string]: Declared[Id] & { readonly id: Id } };
}

const errorsOfAll: readonly ErrorCode[] = ['request_timeout', 'header_fields_too_large', 'internal'];
const errorsWithToken: readonly ErrorCode[] = [
  'unauthenticated',
  'rate_limited',
  'quota_exceeded',
  'database_unavailable',
  'shutting_down',
];
const errorsOfAccess: Readonly<Record<Access, readonly ErrorCode[]>> = {
  open: [],
  token: errorsWithToken,
  caller: errorsWithToken,
  admin: [...errorsWithToken, 'forbidden'],
  use: [...errorsWithToken, 'forbidden', 'not_found'],
  manage: [...errorsWithToken, 'forbidden', 'not_found'],
};
const needs: Readonly<Record<Access, string>> = {
  open: '',
  token: '',
  caller: '',
  admin: ' Requires the admin token, or a signed-in admin.',
  use: '',
  manage: ' Requires the admin token, a workspace token with `manage`, or a signed-in person whose role has it.',
};
const errorsWithPath: readonly ErrorCode[] = ['malformed_request'];
const errorsWithQuery: readonly ErrorCode[] = ['invalid_params'];
const errorsWithBody: readonly ErrorCode[] = ['malformed_request', 'payload_too_large', 'unsupported_media_type'];

/** Describes an operation with all its responses. */
export function describeOperation(operation: Operation, problems: ProblemResponses): RouteConfig {
  const { id, method, path, access, tag, summary, description, pathParameters, query, headers, body, isSafe } =
    operation;
  return {
    method,
    path,
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}${needs[access]}`,
    security: access === 'open' ? [] : [{ token: [] }],
    request: {
      ...(pathParameters && { params: pathParameters }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(body && { body: { required: true, content: { 'application/json': mutable(body) } } }),
    },
    responses: { ...successes(operation), ...problems.of(errorsOf(operation)) },
    ...(isSafe && { 'x-safe': true }),
  };
}

const limitHeaders = {
  'RateLimit-Policy': componentReference('headers', 'RateLimitPolicy'),
  RateLimit: componentReference('headers', 'RateLimit'),
};

function successes({ success, access }: Operation): RouteConfig['responses'] {
  return Object.fromEntries(
    Object.entries(success).map(([status, { description, headers, content = {} }]) => [
      status,
      {
        description,
        headers: {
          'X-Request-Id': componentReference('headers', 'RequestId'),
          ...(access !== 'open' && limitHeaders),
          ...headers,
        },
        content: Object.fromEntries(Object.entries(content).map(([type, held]) => [type, mutable(held)])),
      },
    ]),
  );
}

function errorsOf({ access, pathParameters, query, body, errors = [] }: Operation): readonly ErrorCode[] {
  return [
    ...errorsOfAll,
    ...errorsOfAccess[access],
    ...(pathParameters ? errorsWithPath : []),
    ...(query ? errorsWithQuery : []),
    ...(body ? errorsWithBody : []),
    ...errors,
  ];
}

const mutable = ({ schema, examples }: Content) => ({ schema, ...(examples && { examples: { ...examples } }) });

/** The path of execute calls, which every connector's document repeats. */
export const executePath = '/api/v1/integrations/connectors/{connector_id}/execute';

/** The path parameters of an operation, as strings. */
export type PathOf<Called extends Operation> = Called extends { pathParameters: infer Schema extends z.ZodObject }
  ? { readonly [Name in keyof z.output<Schema> & string]: string }
  : Readonly<Record<never, string>>;

/** The query parameters of an operation, validated. */
export type QueryOf<Called extends Operation> = Called extends { query: infer Schema extends z.ZodObject }
  ? z.output<Schema>
  : never;

/** The JSON body of an operation, validated. */
export type BodyOf<Called extends Operation> = Called extends { body: { schema: infer Schema extends z.ZodType } }
  ? z.output<Schema>
  : never;

/** JSON response of an operation. */
export type ResponseOf<Called extends Operation> = Called['success'][keyof Called['success']] extends {
  content: { 'application/json': { schema: infer Schema extends z.ZodType } };
}
  ? Unchanged<z.output<Schema>>
  : never;

/** A JSON value whose objects and arrays may be shared. */
type Unchanged<Json> = Json extends object ? { readonly [Name in keyof Json]: Unchanged<Json[Name]> } : Json;
