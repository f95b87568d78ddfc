import { auth, defineUpstream, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';
import { eitherWay, neighbors } from './paging.ts';

const account = 'https://{subdomain}.zendesk.com';

/**
 * The Zendesk Support and Help Center APIs. `v2` is the only version there is, and part of every path.
 * https://developer.zendesk.com/api-reference/introduction/requests/
 */
export const upstream = defineUpstream({
  baseUrl: `${account}/api/v2`,
  documentation: 'https://developer.zendesk.com/api-reference/',
  version: { pinned: 'v2', sunset: null },
  authentication: {
    oauth2: auth.oauth2({
      description: 'OAuth client of the Zendesk account, authorized by an agent or administrator',
      authorizationUrl: `${account}/oauth/authorizations/new`,
      tokenUrl: `${account}/oauth/tokens`,
      scopes: ['read', 'write'],
      encoding: 'json',
    }),
    api_token: auth.basic({
      description: 'Email address of an agent with an API token; Zendesk turns API tokens off on 2027-04-30',
      username: '{email}/token',
      password: '{api_token}',
      fields: {
        email: { description: 'Email address the agent signs in with', secret: false, required: true },
        api_token: { description: 'API token from the Admin Center', secret: true, required: true },
      },
    }),
  },
  settings: z.object({
    subdomain: z
      .string()
      .regex(/^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/)
      .describe('Name of the account: the part before .zendesk.com'),
  }),
  failure: {
    message: [
      'details.base.0.description',
      'description',
      'error.message',
      'error.title',
      'errors.0.detail',
      'errors.0.title',
      'error_description',
      'error',
    ],
    code: ['error', 'errors.0.code', 'error.title'],
    // The same 404 is also returned if the account's plan lacks a feature, which is not a missing record.
    codes: { RecordNotFound: 'record_not_found', InvalidEndpoint: 'upstream_rejected' },
    requestId: 'x-zendesk-request-id',
  },
  // Besides the limit of the account, some endpoints have a lower one of their own. The account's is that of the Team plan.
  limits: {
    bucket: 'route',
    limit: 'x-rate-limit',
    remaining: 'x-rate-limit-remaining',
    reset: { header: 'ratelimit-reset', unit: 'seconds-from-now' },
    quotas: [
      { requests: 10, seconds: 60, routes: ['/incremental/tickets/{export}', '/deleted_tickets'] },
      { requests: 200, seconds: 60, together: true },
    ],
  },
  fileHosts: ['*.zendesk.com', '*.zdusercontent.com'],
});

/** Declares a Zendesk action: JSON bodies, lists that page by cursor or by number. */
export const zendesk = restApi({ paging: eitherWay, meta: neighbors });
