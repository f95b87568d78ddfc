import { auth, defineUpstream, fromBody, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The incident.io API. Each resource has a version of its own in its path; the newest one is used. The rate limit headers are not
 * read: their reset is when the whole allowance is back, while `Retry-After` of a refusal says when one request will pass.
 * https://docs.incident.io/api-reference/introduction
 */
export const upstream = defineUpstream({
  baseUrl: 'https://api.incident.io',
  documentation: 'https://docs.incident.io/api-reference/introduction',
  version: { pinned: 'v2', sunset: null },
  authentication: { api_key: auth.bearer('api_key', 'API key from Settings → API keys of the incident.io dashboard') },
  failure: { message: ['errors.0.message', 'message'], code: ['errors.0.code', 'type'], requestIdAt: 'request_id' },
});

const after = 'pagination_meta.after';

/** Declares actions on a resource whose lists have pages. Answers hold records under its name, in the singular or plural. */
export const paged = (one: string, many: string) =>
  restApi({
    recordAt: one,
    recordsAt: many,
    paging: page.cursor({ param: 'after', next: after, size: 'page_size' }),
    meta: { next_cursor: fromBody(after, z.string().nullable()) },
  });

/** Declares actions on a resource that is listed all at once. */
export const whole = (one: string, many: string) =>
  restApi({ recordAt: one, recordsAt: many, meta: { next_cursor: { type: z.null(), reads: [], read: () => null } } });
