import { auth, defineUpstream, fromBody, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The Stripe API. The version is pinned to the last one whose records still carry the fields of the contract, such as
 * `invoice.charge` and `subscription.current_period_end`; Stripe serves old versions without an announced end.
 */
export const upstream = defineUpstream({
  baseUrl: 'https://api.stripe.com',
  documentation: 'https://docs.stripe.com/api',
  version: { pinned: '2025-02-24.acacia', sunset: null },
  authentication: {
    api_key: auth.bearer('api_key', 'Secret or restricted API key of the Stripe account (sk_… or rk_…)'),
  },
  headers: { 'stripe-version': '{api_version}' },
  failure: {
    message: ['error.message'],
    code: ['error.code', 'error.type'],
    codes: { resource_missing: 'record_not_found', rate_limit: 'upstream_rate_limited' },
    requestId: 'request-id',
  },
  idempotencyHeader: 'idempotency-key',
});

/** Declares a Stripe action: form-encoded bodies, `data` arrays, paging by the last identifier. */
export const stripe = restApi({
  encoding: 'form',
  arrays: 'indices',
  recordsAt: 'data',
  paging: page.lastId({ param: 'starting_after', more: 'has_more', size: 'limit' }),
  meta: { has_more: fromBody('has_more', z.boolean()) },
});

/** What differs for the search endpoints: pages by an opaque token. */
export const searchPaging = {
  paging: page.cursor({ param: 'page', next: 'next_page', more: 'has_more', size: 'limit' }),
  meta: {
    has_more: fromBody('has_more', z.boolean()),
    next_page: fromBody('next_page', z.string().nullable()),
  },
};
