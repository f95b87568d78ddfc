import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import type { ErrorCode } from '@connectory/errors';
import type { z } from 'zod';
import { type ComponentReference, componentReference } from './component-reference.ts';
import type { ProblemResponses } from './problem-responses.ts';

/** A request or an answer as an example. */
interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** Examples by name. */
type Examples = Readonly<Record<string, Example>>;

/** What an answer that is no JSON holds. */
interface TextSchema {
  readonly type: 'string';
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly contentSchema?: { anyOf: ComponentReference[] };
}

/** What a request or an answer holds in one media type. */
interface Content {
  readonly schema: z.ZodType | TextSchema;
  readonly examples?: Examples;
}

/** A successful answer; `headers` are beside `X-Request-Id`. */
interface Success {
  readonly description: string;
  readonly headers?: Readonly<Record<string, ComponentReference>>;
  readonly content?: Readonly<Record<string, Content>>;
}

/** One operation of the gateway. `errors` are beside those of every operation, and of every one with a token or a body. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Whether it can be called without a token. */
  readonly open?: true;
  readonly pathParameters?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: Content;
  /** Successful answers by status. */
  readonly success: Readonly<Record<number, Success>>;
  readonly errors?: readonly ErrorCode[];
}

const errorsOfAll: readonly ErrorCode[] = ['request_timeout', 'header_fields_too_large', 'internal'];
const errorsWithToken: readonly ErrorCode[] = [
  'unauthenticated',
  'rate_limited',
  'quota_exceeded',
  'database_unavailable',
  'shutting_down',
];
const errorsWithPath: readonly ErrorCode[] = ['malformed_request'];
const errorsWithQuery: readonly ErrorCode[] = ['invalid_params'];
const errorsWithBody: readonly ErrorCode[] = ['malformed_request', 'payload_too_large', 'unsupported_media_type'];

/** Describes an operation with all its answers. */
export function describeOperation(operation: Operation, problems: ProblemResponses): RouteConfig {
  const { id, method, path, tag, summary, description, open, pathParameters, query, headers, body } = operation;
  return {
    method,
    path,
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: open ? [] : [{ token: [] }],
    request: {
      ...(pathParameters && { params: pathParameters }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(body && { body: { required: true, content: { 'application/json': mutable(body) } } }),
    },
    responses: { ...successes(operation), ...problems.of(errorsOf(operation)) },
  };
}

const limitHeaders = {
  'RateLimit-Policy': componentReference('headers', 'RateLimitPolicy'),
  RateLimit: componentReference('headers', 'RateLimit'),
};

function successes({ success, open }: Operation): RouteConfig['responses'] {
  return Object.fromEntries(
    Object.entries(success).map(([status, { description, headers, content = {} }]) => [
      status,
      {
        description,
        headers: {
          'X-Request-Id': componentReference('headers', 'RequestId'),
          ...(!open && limitHeaders),
          ...headers,
        },
        content: Object.fromEntries(Object.entries(content).map(([type, held]) => [type, mutable(held)])),
      },
    ]),
  );
}

function errorsOf({ open, pathParameters, query, body, errors = [] }: Operation): readonly ErrorCode[] {
  return [
    ...errorsOfAll,
    ...(open ? [] : errorsWithToken),
    ...(pathParameters ? errorsWithPath : []),
    ...(query ? errorsWithQuery : []),
    ...(body ? errorsWithBody : []),
    ...errors,
  ];
}

const mutable = ({ schema, examples }: Content) => ({ schema, ...(examples && { examples: { ...examples } }) });
