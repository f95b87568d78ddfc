import { auth, defineUpstream, fromBody, type Paging, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The LinkedIn Marketing API. A version is named after its month and served for a year, until about the middle of that month.
 * https://learn.microsoft.com/linkedin/marketing/versioning
 */
export const upstream = defineUpstream({
  baseUrl: 'https://api.linkedin.com/rest',
  documentation: 'https://learn.microsoft.com/linkedin/marketing/integrations/ads/ads-overview',
  version: { pinned: '202607', sunset: '2027-07-15' },
  authentication: {
    oauth2: auth.oauth2({
      description:
        'LinkedIn app with access to the Advertising API, authorized by a member with a role in the ad accounts',
      authorizationUrl: 'https://www.linkedin.com/oauth/v2/authorization',
      tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
      // LinkedIn supports PKCE only for native apps, at a different URL, after enabling it for them.
      pkce: false,
      // LinkedIn refuses the whole consent to an app without the product of rw_conversions.
      scopes: ['r_ads', 'rw_ads', 'r_ads_reporting'],
    }),
  },
  settings: z.object({
    analytics_since: z.iso
      .date()
      .optional()
      .describe('First day (YYYY-MM-DD) of the synchronized figures; by default, 90 days ago'),
    analytics_fields: z
      .string()
      .regex(/^[A-Za-z]+(,[A-Za-z]+){0,17}$/)
      .optional()
      .describe('Figures to synchronize, at most 18, separated by commas; the most used ones by default'),
  }),
  headers: { 'linkedin-version': '{api_version}' },
  failure: {
    message: ['message', 'error_description'],
    code: ['code', 'serviceErrorCode', 'error'],
    codes: {
      EXPIRED_ACCESS_TOKEN: 'token_expired',
      REVOKED_ACCESS_TOKEN: 'credential_rejected',
      INVALID_ACCESS_TOKEN: 'credential_rejected',
      // The version is no longer served, which new credentials do not change.
      NONEXISTENT_VERSION: 'upstream_rejected',
    },
    // Such as "Resource level throttle APPLICATION DAY limit for calls to this resource is reached."
    signs: [{ path: 'message', contains: ' DAY limit', means: 'daily_limit_reached' }],
    requestId: 'x-li-uuid',
  },
  // LinkedIn counts per endpoint and day of UTC.
  limits: { bucket: 'route' },
});

const nextPageToken = 'metadata.nextPageToken';

/** Declares a LinkedIn action: lists under `elements`, paged by a token. */
export const linkedIn = restApi({
  recordsAt: 'elements',
  paging: page.cursor({ param: 'pageToken', next: nextPageToken, size: 'pageSize' }),
  meta: { nextPageToken: fromBody(nextPageToken, z.string().nullable()) },
});

/** Uses version 2.0.0 of LinkedIn's Rest.li protocol, which some resources require. */
export const restLi2 = { headers: { 'x-restli-protocol-version': '2.0.0' } } as const;

/** Pages by offset. LinkedIn leaves elements that it cannot show out of a page, and does not count every list. */
export const byOffset: { readonly paging: Paging } = {
  paging: page.offset({ param: 'start', size: 'count', total: 'paging.total', gaps: true }),
};
