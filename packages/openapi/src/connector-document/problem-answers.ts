import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorTable } from '@connectory/errors';
import { componentReference } from '../component-reference.ts';
import { problemExample } from '../problem-example.ts';
import { upstreamFailures } from '../upstream-failures.ts';
import { typeName } from './component-names.ts';
import type { JsonObject } from './json-object.ts';

/** What kind of call an operation is: it decides which errors it may answer. */
export type CallKind = 'read' | 'write' | 'download' | 'search';

const ofAll: readonly ErrorCode[] = [
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
  'header_fields_too_large',
  'internal',
  'shutting_down',
];

const ofUpstream: readonly ErrorCode[] = ['record_not_found', ...upstreamFailures];

const byKind: Readonly<Record<CallKind, readonly ErrorCode[]>> = {
  read: ofUpstream,
  write: [...ofUpstream, 'idempotency_conflict'],
  download: [...ofUpstream, 'file_not_found', 'range_not_satisfiable'],
  search: ['hosted_mode_required', 'context_store_not_ready', 'invalid_query', 'invalid_cursor'],
};

const codes = [...new Set([...ofAll, ...Object.values(byKind).flat()])];
const answerName = (status: number) => typeName(STATUS_CODES[status] ?? `Status ${status}`);

/** The error answers a kind of call may give: references by status. */
export function problemAnswers(kinds: readonly CallKind[]): JsonObject {
  const possible = [...ofAll, ...kinds.flatMap((kind) => byKind[kind])].map((code) => errorTable[code].status);
  return Object.fromEntries(
    [...new Set(possible)]
      .sort((one, other) => one - other)
      .map((status) => [status, { $ref: `#/components/responses/${answerName(status)}` }]),
  );
}

/** The components that `problemAnswers` refers to: an answer for each status, with an example for each code. */
export function problemComponents(): JsonObject {
  const byStatus = [...Map.groupBy(codes, (code) => errorTable[code].status)].sort(([one], [other]) => one - other);
  return Object.fromEntries(byStatus.map(([status, those]) => [answerName(status), problemAnswer(those)]));
}

function problemAnswer(those: readonly ErrorCode[]): JsonObject {
  return {
    description: those.map((code) => `\`${code}\`: ${errorTable[code].sentence}`).join('\n\n'),
    headers: {
      'X-Request-Id': componentReference('headers', 'RequestId'),
      ...(those.some(mayCarryRetryAfter) && { 'Retry-After': componentReference('headers', 'RetryAfter') }),
    },
    content: {
      'application/problem+json': {
        schema: componentReference('schemas', 'Problem'),
        examples: Object.fromEntries(
          those.map((code) => [code, { summary: errorTable[code].title, value: problemExample(code) }]),
        ),
      },
    },
  };
}

const mayCarryRetryAfter = (code: ErrorCode) => errorTable[code].retryable || code === 'idempotency_conflict';
