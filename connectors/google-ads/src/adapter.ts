import { auth, defineUpstream, fromBody, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

const customerId = z.string().regex(/^[0-9]{10}$/, 'must have 10 digits and no dashes');

/**
 * The Google Ads API. A version is served for about a year; v26 was released on 2026-10-14, and v22 ended 51 weeks after its release.
 * https://developers.google.com/google-ads/api/docs/sunset-dates
 */
export const upstream = defineUpstream({
  baseUrl: 'https://googleads.googleapis.com/{api_version}',
  documentation: 'https://developers.google.com/google-ads/api/rest/overview',
  version: { pinned: 'v26', sunset: '2027-10-06' },
  authentication: {
    oauth2: auth.oauth2({
      description: 'OAuth client of a Google Cloud project, authorized by a Google Ads user, with a developer token',
      authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      issuer: 'https://accounts.google.com',
      // Google issues a refresh token only for offline access, and issues it again only if the person is prompted for consent again.
      params: { access_type: 'offline', prompt: 'consent' },
      scopes: ['https://www.googleapis.com/auth/adwords'],
      fields: {
        developer_token: {
          description: 'Developer token from the API Center of your manager account',
          secret: true,
          required: true,
        },
      },
      headers: { 'developer-token': '{developer_token}' },
    }),
  },
  settings: z.object({
    customer_ids: z
      .array(customerId)
      .max(1000)
      .optional()
      .describe('Accounts to synchronize, as 10 digits without dashes; all directly accessible accounts by default'),
    login_customer_id: customerId
      .optional()
      .describe('Manager account through which its client accounts are reached, without dashes'),
  }),
  headers: { 'login-customer-id': '{login_customer_id}' },
  failure: {
    message: ['error.details.0.errors.0.message', 'error.message', 'error_description'],
    code: [
      ...[
        'authenticationError',
        'authorizationError',
        'quotaError',
        'requestError',
        'queryError',
        'fieldError',
        'fieldMaskError',
        'mutateError',
        'campaignError',
        'adGroupError',
        'labelError',
        'campaignBudgetError',
        'adGroupAdError',
        'adGroupCriterionError',
        'criterionError',
      ].map((kind) => `error.details.0.errors.0.errorCode.${kind}`),
      'error.status',
      'error',
    ],
    codes: {
      // Returned with status 401, although the credential is valid.
      CUSTOMER_NOT_FOUND: 'record_not_found',
      RESOURCE_NOT_FOUND: 'record_not_found',
      NOT_FOUND: 'record_not_found',
      // The account is closed or not set up yet, which new credentials do not change.
      CUSTOMER_NOT_ENABLED: 'upstream_rejected',
      RESOURCE_EXHAUSTED: 'upstream_rate_limited',
      RESOURCE_TEMPORARILY_EXHAUSTED: 'upstream_rate_limited',
    },
    retryAfter: ['error.details.0.errors.0.details.quotaErrorDetails.retryDelay'],
    requestId: 'request-id',
  },
  // With basic access.
  limits: { quotas: [{ requests: 15_000, seconds: 86_400 }] },
});

/** Declares a Google Ads action: rows under `results`, paged by a token. Responses omit empty lists. */
export const googleAds = restApi({
  recordsAt: 'results',
  omitsEmptyLists: true,
  paging: page.cursor({ param: 'pageToken', next: 'nextPageToken' }),
  meta: { next_page_token: fromBody('nextPageToken', z.string().nullable()) },
});

/** The account of a call. */
export const inAccount = z.object({
  customer_id: customerId.describe('Account, as 10 digits without dashes').meta({ examples: ['4820193057'] }),
});
