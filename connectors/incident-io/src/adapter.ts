import { auth, defineUpstream, fromBody, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The incident.io API. Each resource has its own version in its path; the newest one is used. The rate limit headers are not
 * read: their reset is the time of the full allowance, while `Retry-After` of a 429 is the time until one request will pass.
 * https://docs.incident.io/api-reference/introduction
 */
export const upstream = defineUpstream({
  baseUrl: 'https://api.incident.io',
  documentation: 'https://docs.incident.io/api-reference/introduction',
  version: { pinned: 'v2', sunset: null },
  authentication: { api_key: auth.bearer('api_key', 'API key from Settings → API keys of the incident.io dashboard') },
  failure: { message: ['errors.0.message', 'message'], code: ['errors.0.code', 'type'], requestIdAt: 'request_id' },
  limits: { quotas: [{ requests: 1200, seconds: 60 }] },
});

const after = 'pagination_meta.after';

/** Declares actions on a resource with paged lists. Responses contain records under its name, singular or plural. */
export const paged = (one: string, many: string) =>
  restApi({
    recordAt: one,
    recordsAt: many,
    paging: page.cursor({ param: 'after', next: after, size: 'page_size' }),
    meta: { next_cursor: fromBody(after, z.string().nullable()) },
  });

/** Declares actions on a resource that is listed without paging. */
export const whole = (one: string, many: string) =>
  restApi({ recordAt: one, recordsAt: many, meta: { next_cursor: { type: z.null(), reads: [], read: () => null } } });
