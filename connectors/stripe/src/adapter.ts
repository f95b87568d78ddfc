import { auth, defineUpstream, fromBody, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The Stripe API. No version returns all fields of the contract. The pinned one is the last before Basil (2025-03-31) removed
 * `invoice.charge`, `subscription.current_period_end` and fourteen others; fields added by Basil or later, such as
 * `invoice.parent` and `customer.customer_account`, are missing from its records. Stripe has announced no end of old versions.
 */
export const upstream = defineUpstream({
  baseUrl: 'https://api.stripe.com',
  documentation: 'https://docs.stripe.com/api',
  version: { pinned: '2025-02-24.acacia', sunset: null },
  authentication: {
    api_key: auth.bearer('api_key', 'Secret or restricted API key of the Stripe account (sk_… or rk_…)'),
    // The manifest of the app declares its permissions, so there are no scopes. The client secret is an API key of the app's owner.
    oauth2: auth.oauth2({
      description: 'Stripe App with OAuth, installed by an administrator of the Stripe account',
      authorizationUrl: 'https://marketplace.stripe.com/oauth/v2/authorize',
      tokenUrl: 'https://api.stripe.com/v1/oauth/token',
      client: 'basic-secret',
      pkce: false,
    }),
  },
  headers: { 'stripe-version': '{api_version}' },
  failure: {
    message: ['error.message'],
    // The status decides: Stripe returns resource_missing with 404 for the record itself, with 400 for a record named by a parameter.
    code: ['error.code', 'error.type'],
    // A system that Stripe depends on failed.
    statuses: { 424: 'upstream_unavailable' },
    requestId: 'request-id',
  },
  limits: { quotas: [{ requests: 100, seconds: 1 }] },
  idempotencyHeader: 'idempotency-key',
});

/** Declares a Stripe action: form-encoded bodies, `data` arrays, paging by the last identifier. */
export const stripe = restApi({
  encoding: 'form',
  arrays: 'indices',
  recordsAt: 'data',
  paging: page.lastId({ param: 'starting_after', before: 'ending_before', more: 'has_more', size: 'limit' }),
  meta: { has_more: fromBody('has_more', z.boolean()) },
});

/** The options of search endpoints, which page by an opaque token. */
export const searchPaging = {
  paging: page.cursor({ param: 'page', next: 'next_page', more: 'has_more', size: 'limit', end: null }),
  meta: {
    has_more: fromBody('has_more', z.boolean()),
    next_page: fromBody('next_page', z.string().nullable()),
  },
};
