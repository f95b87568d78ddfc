import { auth, defineUpstream, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The Search Console API. Its sites, sitemaps and search analytics keep the path of the Webmasters API v3; inspections are version 1.
 * https://developers.google.com/webmaster-tools/v1/api_reference_index
 */
export const upstream = defineUpstream({
  baseUrl: 'https://searchconsole.googleapis.com',
  documentation: 'https://developers.google.com/webmaster-tools/v1/api_reference_index',
  version: { pinned: 'v3', sunset: null },
  authentication: {
    oauth2: auth.oauth2({
      description: 'OAuth client of a Google Cloud project, authorized by a user of the properties',
      authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      issuer: 'https://accounts.google.com',
      // Google issues a refresh token only for offline access, and issues it again only if the person is prompted for consent again.
      params: { access_type: 'offline', prompt: 'consent' },
      scopes: ['https://www.googleapis.com/auth/webmasters'],
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
      // The user may not access this property; the credential is valid for others.
      forbidden: 'upstream_rejected',
      // Returned with status 403.
      quotaExceeded: 'upstream_rate_limited',
      dailyLimitExceeded: 'daily_limit_reached',
      rateLimitExceeded: 'upstream_rate_limited',
      userRateLimitExceeded: 'upstream_rate_limited',
    },
  },
  // Search analytics and the other resources have different limits.
  limits: {
    bucket: 'route',
    quotas: [
      { requests: 1200, seconds: 60, routes: ['/searchAnalytics/query'] },
      { requests: 2000, seconds: 86_400, routes: ['/urlInspection/index:inspect'] },
      { requests: 200, seconds: 60, together: true },
    ],
  },
});

/** Declares a Search Console action. Responses omit empty lists. */
export const google = restApi({ omitsEmptyLists: true });
