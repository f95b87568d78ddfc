import type { ErrorCode } from '@connectory/errors';
import { batchRequestSchema, executeActionRequestSchema, executeRequestSchema } from '@connectory/errors/validation';
import { componentReference, executePath, type Operation, operations } from '@connectory/openapi';
import { z } from 'zod';
import {
  batchResultSchema,
  executeActionPathSchema,
  executePathSchema,
  executeResultSchema,
  heldResultSchema,
  previewResultSchema,
} from './schemas.ts';

const headersSchema = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/)
    .optional()
    .describe(
      'Makes a write safe to retry for 24 hours: a retry with the same key returns the stored response. Ignored by reads.',
    ),
  Range: z
    .string()
    .optional()
    .meta({ description: 'Part of the file to download; ignored by other actions.', example: 'bytes=0-1023' }),
  'X-Request-Id': z
    .string()
    .optional()
    .describe(
      'Used as the request ID if it is 1 to 128 letters, digits, "_", "." or "-"; otherwise the gateway generates one.',
    ),
});

const resultHeaders = {
  Deprecation: componentReference('headers', 'Deprecation'),
  Sunset: componentReference('headers', 'Sunset'),
  'Content-Disposition': componentReference('headers', 'ContentDisposition'),
  'Content-Length': componentReference('headers', 'ContentLength'),
  'Accept-Ranges': componentReference('headers', 'AcceptRanges'),
  ETag: componentReference('headers', 'EntityTag'),
  'Last-Modified': componentReference('headers', 'LastModified'),
};

const bytes = { schema: { type: 'string', format: 'binary' } } as const;

// The type is the vendor's; readers without support for wildcards take the first one.
const file = { 'application/octet-stream': bytes, '*/*': bytes };

const ada = { id: 'cus_QyS5Zt9', object: 'customer', name: 'Ada Marsh', email: 'ada@example.org' };
const ben = { id: 'cus_QyS5Zu0', object: 'customer', name: 'Ben Cole', email: 'ben@example.org' };
const nextParams = { starting_after: 'cus_QyS5Zu0' };

const preview = {
  summary: 'The request that would be sent',
  value: {
    data: {
      requests: [
        {
          method: 'POST',
          url: 'https://api.stripe.com/v1/customers',
          headers: {
            accept: 'application/json',
            'user-agent': 'connectory',
            'stripe-version': '2025-02-24.acacia',
            'content-type': 'application/x-www-form-urlencoded',
            'idempotency-key': '(generated when sent)',
            authorization: 'Bearer ***',
          },
          body: 'email=ada%40example.org&name=Ada%20Marsh',
        },
      ],
    },
    meta: {},
  },
};

const rejected = {
  type: 'urn:connectory:error:record_not_found',
  title: 'Record not found',
  status: 404,
  detail: 'Stripe has no such record.',
  code: 'record_not_found',
  message: 'Stripe has no such record.',
  errors: [],
  origin: 'caller',
  retryable: false,
  request_id: '0b7c9f0e-6a52-4c1b-9d0e-7a4f0c2d1e11',
};

const success = {
  200: {
    description: "The result as JSON, a stream of records, or the bytes of a file with the upstream's Content-Type.",
    headers: resultHeaders,
    content: {
      'application/json': {
        schema: executeResultSchema,
        examples: {
          list: {
            summary: 'A page of records',
            value: { data: [ada, ben], meta: { has_more: true, next_params: nextParams } },
          },
          search: {
            summary: 'A page of the copy',
            value: {
              data: [{ id: ada.id, name: ada.name }],
              meta: {
                has_more: false,
                cursor: null,
                took_ms: 1,
                synced_at: '2026-11-20T10:31:00.000Z',
                next_params: null,
              },
            },
          },
          create: { summary: 'One record', value: { data: ada, meta: {} } },
          dry_run: preview,
        },
      },
      'application/x-ndjson': {
        schema: {
          type: 'string',
          contentMediaType: 'application/x-ndjson',
          contentSchema: {
            anyOf: [componentReference('schemas', 'ExecuteRecord'), componentReference('schemas', 'ExecuteTrailer')],
          },
        },
        examples: {
          complete: {
            summary: 'Two records and the trailer',
            value: [ada, ben, { meta: { complete: true, records: 2, pages: 1, next_params: null } }]
              .map((line) => `${JSON.stringify(line)}\n`)
              .join(''),
          },
        },
      },
      ...file,
    },
  },
  202: {
    description:
      "The token's policy lets this write wait for approval: nothing was sent. Repeat the call with the same `Idempotency-Key`, or get the held write, for its outcome.",
    content: {
      'application/json': {
        schema: heldResultSchema,
        examples: {
          held: {
            summary: 'A write that waits',
            value: {
              data: {
                held: {
                  id: '5b0e6c1d-2f7a-4c8e-9d3b-6a1f0e9c8d7b',
                  state: 'held',
                  expires_at: '2026-11-21T09:31:00.000Z',
                  url: 'https://connectory.example.com/console/main/approvals/5b0e6c1d-2f7a-4c8e-9d3b-6a1f0e9c8d7b',
                  preview: preview.value.data,
                },
              },
              meta: {},
            },
          },
        },
      },
    },
  },
  206: {
    description: 'The part of the file requested by `Range`.',
    headers: { ...resultHeaders, 'Content-Range': componentReference('headers', 'ContentRange') },
    content: file,
  },
} satisfies Operation['success'];

const errors = [
  'unknown_entity',
  'action_not_available',
  'forbidden',
  'approval_required',
  'address_not_allowed',
  'connector_not_found',
  'record_not_found',
  'file_not_found',
  'connection_paused',
  'hosted_mode_required',
  'context_store_not_ready',
  'copy_too_old',
  'sql_not_installed',
  'conflict',
  'idempotency_conflict',
  'range_not_satisfiable',
  'invalid_params',
  'invalid_query',
  'invalid_cursor',
  'upstream_rejected',
  'credential_rejected',
  'reauthorization_required',
  'upstream_rate_limited',
  'upstream_unavailable',
  'gateway_busy',
  'circuit_open',
  'upstream_timeout',
  'store_busy',
  'search_timeout',
] satisfies ErrorCode[];

/** The execute call, and the URL of each action. */
export const executeOperations = operations({
  execute: {
    method: 'post',
    path: executePath,
    access: 'token',
    tag: 'Execute',
    summary: 'Run one action on one entity',
    description:
      'Runs `action` on `entity` through the connection. `list` and `api_search` return an array of records; `get`, `create`, `update`, `delete` and `upload` return one record; `download` streams the file; a call of `upload` is sent as `multipart/form-data` with the parts `call`, this JSON, and `file`; `context_store_search` searches the synchronized copy of a gateway in hosted mode. With `Accept: application/x-ndjson`, `list`, `api_search` and `context_store_search` fetch all pages and stream one record per line, followed by a trailer line (`ExecuteTrailer`). With `dry_run`, nothing is sent upstream. Requires a workspace token; the admin token cannot run actions.',
    pathParameters: executePathSchema,
    headers: headersSchema,
    body: {
      schema: executeRequestSchema,
      examples: {
        list: {
          summary: 'Two customers',
          value: { entity: 'customers', action: 'list', params: { limit: 2 } },
        },
        search: {
          summary: 'Customers named Ada, newest first',
          value: {
            entity: 'customers',
            action: 'context_store_search',
            params: {
              query: { filter: { keyword: { name: 'ada' } }, sort: [{ created: 'desc' }] },
              fields: ['id', 'name'],
            },
          },
        },
        create: {
          summary: 'Create a customer',
          value: { entity: 'customers', action: 'create', params: { name: 'Ada Marsh', email: 'ada@example.org' } },
        },
      },
    },
    success,
    errors,
  },
  executeAction: {
    method: 'post',
    path: `${executePath}/{entity}/{action}`,
    access: 'token',
    tag: 'Execute',
    summary: 'Run one action at its own URL',
    description:
      'The execute call with `entity` and `action` in the path; responses and errors are the same. Append `/dry-run` for a dry run. `GET /openapi/{connector}.json` describes each of these URLs of a connector with its own types.',
    pathParameters: executeActionPathSchema,
    headers: headersSchema,
    body: {
      schema: executeActionRequestSchema,
      examples: { list: { summary: 'Two of them', value: { params: { limit: 2 } } } },
    },
    success,
    errors,
  },
  previewAction: {
    method: 'post',
    path: '/api/v1/integrations/connectors/{connector_id}/execute/{entity}/{action}/dry-run',
    access: 'token',
    tag: 'Execute',
    summary: 'Dry run of one action',
    description:
      'The same as `dry_run`, at its own URL: the call is validated like any other and returns the upstream requests that would be sent. Nothing is sent.',
    pathParameters: executeActionPathSchema,
    headers: headersSchema.omit({ Range: true }),
    body: {
      schema: executeActionRequestSchema,
      examples: {
        create: {
          summary: 'Create a customer',
          value: { params: { name: 'Ada Marsh', email: 'ada@example.org' } },
        },
      },
    },
    success: {
      200: {
        description: 'The upstream requests that would be sent, in order. A search of the copy sends none.',
        headers: { Deprecation: resultHeaders.Deprecation, Sunset: resultHeaders.Sunset },
        content: { 'application/json': { schema: previewResultSchema, examples: { create: preview } } },
      },
    },
    errors,
  },
  batch: {
    method: 'post',
    path: '/api/v1/integrations/connectors/{connector_id}/batch',
    access: 'token',
    tag: 'Execute',
    summary: 'Run up to 1,000 calls at once',
    description:
      'Runs calls of one connection, several at a time, within the limits of the vendor. All calls are validated and authorized before the first one is sent. Each call has its own status in the response: read `meta.complete`. With an `Idempotency-Key`, the same batch can be sent again after any interruption: what was carried out is not repeated. With `Accept: application/x-ndjson`, each item is a line that is sent as soon as its call has ended, and `meta` is the last line.',
    pathParameters: executePathSchema,
    headers: headersSchema.omit({ Range: true }),
    body: {
      schema: batchRequestSchema,
      examples: {
        update: {
          summary: 'Update two customers',
          value: {
            calls: [
              { entity: 'customers', action: 'update', params: { id: ada.id, name: ada.name } },
              { entity: 'customers', action: 'update', params: { id: ben.id, name: ben.name } },
            ],
          },
        },
      },
    },
    success: {
      207: {
        description: 'How each call ended. The status is never 200, because calls may have failed.',
        content: {
          'application/json': {
            schema: batchResultSchema,
            examples: {
              partial: {
                summary: 'One of two calls succeeded',
                value: {
                  data: [
                    { index: 0, status: 'succeeded', result: { data: ada, meta: {} } },
                    { index: 1, status: 'failed', error: rejected },
                  ],
                  meta: { complete: false, succeeded: 1, failed: 1, unknown: 0, not_run: 0 },
                },
              },
            },
          },
          'application/x-ndjson': {
            schema: {
              type: 'string',
              contentMediaType: 'application/x-ndjson',
              contentSchema: componentReference('schemas', 'BatchItem'),
            },
          },
        },
      },
    },
    errors,
  },
});
