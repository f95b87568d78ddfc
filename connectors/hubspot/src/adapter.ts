import { auth, defineUpstream, fromBody, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The HubSpot CRM API, version 3. HubSpot ends its support in September 2027, in favor of versions named after dates.
 * https://developers.hubspot.com/docs/api-reference/legacy/overview
 */
export const upstream = defineUpstream({
  baseUrl: 'https://api.hubapi.com',
  documentation: 'https://developers.hubspot.com/docs/api-reference/overview',
  version: { pinned: 'v3', sunset: '2027-09-30' },
  authentication: {
    oauth2: auth.oauth2({
      description: 'HubSpot app that is installed in the account through OAuth',
      authorizationUrl: 'https://app.hubspot.com/oauth/authorize',
      // /oauth/v1/token ends in February 2027. It is an assumption that its refresh tokens work here.
      tokenUrl: 'https://api.hubapi.com/oauth/2026-03/token',
      refusals: ['BAD_REFRESH_TOKEN'],
      scopes: [
        'oauth',
        'crm.objects.contacts.read',
        'crm.objects.companies.read',
        'crm.objects.deals.read',
        'crm.objects.line_items.read',
        'tickets',
      ],
      // Custom objects require an Enterprise subscription; other accounts could not install the app at all. `tickets` includes writes.
      params: {
        optional_scope: [
          'crm.schemas.custom.read',
          'crm.objects.custom.read',
          'crm.objects.owners.read',
          'sales-email-read',
          'crm.objects.contacts.write',
          'crm.objects.companies.write',
          'crm.objects.deals.write',
          'crm.objects.line_items.write',
          'crm.objects.products.read',
          'crm.objects.products.write',
          'crm.lists.read',
          'crm.lists.write',
          'files',
        ].join(' '),
      },
    }),
    private_app: auth.bearer('private_app_token', 'Access token of a private app (pat-…), or a service key'),
  },
  failure: {
    // A batch responds with 207 if it could not write one of its records.
    when: { path: 'errors', is: 'present' },
    message: ['errors.0.message', 'message'],
    code: ['category', 'errorType', 'status'],
    codes: {
      OBJECT_NOT_FOUND: 'record_not_found',
      EXPIRED_AUTHENTICATION: 'token_expired',
      INVALID_AUTHENTICATION: 'credential_rejected',
      MISSING_SCOPES: 'credential_rejected',
      RATE_LIMITS: 'upstream_rate_limited',
      RATE_LIMIT: 'upstream_rate_limited',
    },
    signs: [{ path: 'policyName', contains: 'DAILY', means: 'daily_limit_reached' }],
    // 423 and 477: the account's data is locked or moved for a while.
    statuses: { 423: 'upstream_rate_limited', 477: 'upstream_rate_limited' },
    requestId: 'x-hubspot-correlation-id',
    requestIdAt: 'correlationId',
  },
  // Searches have a limit of their own, which all of them share.
  limits: {
    bucket: { apart: ['/search'] },
    quotas: [
      { requests: 5, seconds: 1, routes: ['/search'] },
      { requests: 100, seconds: 10 },
    ],
  },
});

const nextCursor = 'paging.next.after';

const neighbors = {
  next_cursor: fromBody(nextCursor, z.string().nullable()),
  next_link: fromBody('paging.next.link', z.string().nullable()),
};

/** Declares a HubSpot action: lists page by a cursor, with the records in `results`. */
export const hubspot = restApi({
  recordsAt: 'results',
  paging: page.cursor({ param: 'after', next: nextCursor, size: 'limit' }),
  meta: neighbors,
});

/** Pagination fields of searches, which also count the matches. */
export const counted = { total: fromBody('total', z.int()), ...neighbors };

/** The most results of one search that HubSpot returns. */
export const maxResults = 10_000;

/** The paging of searches, whose cursor is the number of the results before the page. */
export const searchPaging = page.cursor({
  param: 'after',
  next: nextCursor,
  size: 'limit',
  max: { records: maxResults, offset: 'after' },
});
