import { auth, defineUpstream, fromBody, fromLink, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The SendGrid v3 API. `v3` is part of every path.
 * https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/responses
 */
export const upstream = defineUpstream({
  baseUrl: 'https://api.sendgrid.com',
  documentation: 'https://www.twilio.com/docs/sendgrid/api-reference',
  version: { pinned: 'v3', sunset: null },
  authentication: {
    api_key: auth.bearer('api_key', 'API key (SG.…) with access to marketing, templates and suppressions'),
  },
  failure: {
    // Contact lists return errors as a bare list.
    message: ['errors.0.message', '0.message', 'error'],
    code: ['errors.0.error_id', '0.error_id'],
    requestIdAt: 'id',
  },
  // SendGrid counts per endpoint.
  limits: {
    bucket: 'route',
    limit: 'x-ratelimit-limit',
    remaining: 'x-ratelimit-remaining',
    reset: { header: 'x-ratelimit-reset', unit: 'unix-seconds' },
  },
});

/** The URL of the next page, for lists whose records are inside an object. */
export const nextInBody = { next: fromBody('_metadata.next', z.string().nullable()) };

/** Declares an action of Marketing Campaigns or templates: lists are under `result` and paginated by a token. */
export const sendgrid = restApi({
  recordsAt: 'result',
  paging: page.nextUrl({ param: 'page_token', next: '_metadata.next', size: 'page_size' }),
  meta: nextInBody,
});

/** Declares a list of suppressed addresses: a bare list, whose records are skipped by number. */
export const suppressions = restApi({
  paging: page.offset({ param: 'offset', size: 'limit' }),
  meta: { next: fromLink('next') },
});
