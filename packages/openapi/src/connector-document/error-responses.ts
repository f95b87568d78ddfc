import { type ErrorCode, errorTable } from '@connectory/errors';
import { componentReference } from '../component-reference.ts';
import { problemExample } from '../problem-example.ts';
import { upstreamFailures } from '../upstream-failures.ts';
import type { JsonObject } from './json-object.ts';

const codes: readonly ErrorCode[] = [
  'malformed_request',
  'unauthenticated',
  'forbidden',
  'unknown_entity',
  'action_not_available',
  'connector_not_found',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_params',
  'rate_limited',
  'quota_exceeded',
  'header_fields_too_large',
  'internal',
  'database_unavailable',
  'shutting_down',
  'gateway_busy',
  'record_not_found',
  ...upstreamFailures,
  'connection_paused',
  'idempotency_conflict',
  'file_not_found',
  'range_not_satisfiable',
  'hosted_mode_required',
  'context_store_not_ready',
  'copy_too_old',
  'invalid_query',
  'invalid_cursor',
  'store_busy',
  'search_timeout',
];

const isRefusal = (code: ErrorCode) => errorTable[code].status < 500;

/** Error responses of every operation: references to those in `problemComponents`. */
export const problemResponses: JsonObject = {
  '4XX': { $ref: '#/components/responses/Refusal' },
  '5XX': { $ref: '#/components/responses/Failure' },
};

/** The components that `problemAnswers` refers to. */
export function problemComponents(): JsonObject {
  return {
    Refusal: problemResponse(codes.filter(isRefusal), 'invalid_params'),
    Failure: problemResponse(
      codes.filter((code) => !isRefusal(code)),
      'upstream_timeout',
    ),
  };
}

function problemResponse(those: readonly ErrorCode[], shown: ErrorCode): JsonObject {
  const inOrder = those.toSorted((one, other) => errorTable[one].status - errorTable[other].status);
  return {
    description: inOrder
      .map((code) => `${errorTable[code].status} \`${code}\`: ${errorTable[code].sentence}`)
      .join('\n\n'),
    headers: {
      'X-Request-Id': componentReference('headers', 'RequestId'),
      'Retry-After': componentReference('headers', 'RetryAfter'),
    },
    content: {
      'application/problem+json': {
        schema: componentReference('schemas', 'Problem'),
        example: problemExample(shown),
      },
    },
  };
}
