import { auth, defineUpstream, fromBody, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The Ashby API: each method is a POST with a JSON body, and a refused call is a 200 with `success: false`.
 * https://developers.ashbyhq.com/reference/responses, https://developers.ashbyhq.com/reference/versioning
 */
export const upstream = defineUpstream({
  baseUrl: 'https://api.ashbyhq.com',
  documentation: 'https://developers.ashbyhq.com/reference',
  version: { pinned: '2026-01-01', sunset: null },
  authentication: {
    api_key: auth.basic({
      description: 'API key of the Ashby organization, with read access to the modules you want to use',
      username: '{api_key}',
      password: '',
      fields: { api_key: { description: 'Ashby API key', secret: true, required: true } },
    }),
  },
  headers: { 'ashby-version': '{api_version}' },
  failure: {
    when: { path: 'success', is: false },
    message: ['errorInfo.message', 'errors.0'],
    code: ['errorInfo.code', 'errors.0'],
    codes: {
      '*_not_found': 'record_not_found',
      missing_endpoint_permission: 'credential_rejected',
      rate_limit_exceeded: 'upstream_rate_limited',
    },
    requestIdAt: 'errorInfo.requestId',
  },
  limits: { quotas: [{ requests: 1000, seconds: 60 }] },
});

/** Declares an Ashby method: everything is under `results`, and lists are paginated by a cursor in the body. */
export const ashby = restApi({
  recordsAt: 'results',
  recordAt: 'results',
  paging: page.cursor({ param: 'cursor', next: 'nextCursor', more: 'moreDataAvailable', size: 'limit' }),
  meta: {
    cursor: fromBody('nextCursor', z.string().nullable()),
    has_more: fromBody('moreDataAvailable', z.boolean().default(false)),
  },
});
