import { auth, defineUpstream, fromBody, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/** A key as bearer token, idempotency keys for every write, errors identified by the status. */
export const upstream = defineUpstream({
  baseUrl: 'https://api.ledger.example.com',
  documentation: 'https://ledger.example.com/docs',
  version: { pinned: '2026-05-01', sunset: null },
  authentication: { api_key: auth.bearer('api_key', 'Key of the account') },
  headers: { 'ledger-version': '{api_version}' },
  failure: { message: ['error.message'], code: ['error.code', 'error.type'], requestId: 'request-id' },
  idempotencyHeader: 'idempotency-key',
});

/** Declares an action: bodies are form-encoded, lists page by the last record. */
export const ledgerApi = restApi({
  encoding: 'form',
  arrays: 'indices',
  recordsAt: 'data',
  paging: page.lastId({ param: 'starting_after', before: 'ending_before', more: 'has_more', size: 'limit' }),
  meta: { has_more: fromBody('has_more', z.boolean()) },
});

const limit = z.int().min(1).max(100).default(10).describe('Number of records per page');

/** Parameters of every list. */
export const listParams = z.object({
  limit,
  starting_after: z.string().optional().describe('Identifier of the last record of the previous page'),
  ending_before: z.string().optional().describe('Identifier of the first record of the following page'),
  created: z
    .strictObject({
      gt: z.int().optional().describe('Later than this Unix time'),
      gte: z.int().optional().describe('At or after this Unix time'),
      lt: z.int().optional().describe('Earlier than this Unix time'),
      lte: z.int().optional().describe('At or before this Unix time'),
    })
    .optional()
    .describe('Only records created within this range'),
});

/** The parameters of every search: a query, and pages by an opaque token. */
export const searching = {
  params: z.object({
    query: z.string().describe('Words and comparisons'),
    limit,
    page: z.string().optional().describe('The next_page of the previous response'),
  }),
  paging: page.cursor({
    param: 'page',
    next: 'next_page',
    more: 'has_more',
    size: 'limit',
    max: { records: 10_000, total: 'total_count' },
  }),
  meta: {
    has_more: fromBody('has_more', z.boolean()),
    next_page: fromBody('next_page', z.string().nullable()),
  },
};

/** The only parameter of actions on one record. */
export const byId = z.object({ id: z.string().describe('Identifier of the record') });

/** Sync cursor: requests records created since the last pass. */
export const createdLast = { field: 'created', param: 'created.gte' } as const;
