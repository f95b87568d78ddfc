import { auth, defineUpstream, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The Search Console API. Its sites, sitemaps and search analytics keep the path of the Webmasters API v3.
 * https://developers.google.com/webmaster-tools/v1/api_reference_index
 */
export const upstream = defineUpstream({
  baseUrl: 'https://searchconsole.googleapis.com/webmasters/{api_version}',
  documentation: 'https://developers.google.com/webmaster-tools/v1/api_reference_index',
  version: { pinned: 'v3', sunset: null },
  authentication: {
    oauth2: auth.oauth2({
      description: 'OAuth client of a Google Cloud project, authorized by a user of the properties',
      authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      issuer: 'https://accounts.google.com',
      // Google gives a refresh token for offline access only, and gives it again only when the person is asked again.
      params: { access_type: 'offline', prompt: 'consent' },
      scopes: ['https://www.googleapis.com/auth/webmasters.readonly'],
    }),
  },
  settings: z.object({
    site_urls: z
      .array(z.string().min(1).max(300))
      .max(1000)
      .optional()
      .describe('Properties to synchronize, as `sites` lists them; by default, all that the user has verified'),
    start_date: z.iso
      .date()
      .optional()
      .describe('First day (YYYY-MM-DD) of the synchronized search analytics; by default, 90 days ago'),
  }),
  failure: {
    message: ['error.message', 'error_description'],
    code: ['error.errors.0.reason', 'error.status', 'error'],
    codes: {
      // Says that the user may not see this one property; the credential is good for others.
      forbidden: 'upstream_rejected',
      // Come with a 403.
      quotaExceeded: 'upstream_rate_limited',
      dailyLimitExceeded: 'upstream_rate_limited',
      rateLimitExceeded: 'upstream_rate_limited',
      userRateLimitExceeded: 'upstream_rate_limited',
    },
  },
});

/** Declares a Search Console action. An empty list is left out of the answer. */
export const google = restApi({ omitsEmptyLists: true });
