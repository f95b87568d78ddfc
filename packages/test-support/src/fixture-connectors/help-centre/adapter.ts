import { auth, defineUpstream, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

const account = 'https://{subdomain}.help-centre.example.com';

/** A required setting in the host, OAuth with refresh tokens or basic authentication, rate limits in headers. */
export const upstream = defineUpstream({
  baseUrl: `${account}/api/v2`,
  documentation: 'https://help-centre.example.com/docs',
  version: { pinned: 'v2', sunset: null },
  authentication: {
    oauth2: auth.oauth2({
      description: 'OAuth client of the account',
      authorizationUrl: `${account}/oauth/authorizations/new`,
      tokenUrl: `${account}/oauth/tokens`,
      scopes: ['read', 'write'],
      encoding: 'json',
    }),
    api_token: auth.basic({
      description: 'Email address of an agent with an API token',
      username: '{email}/token',
      password: '{api_token}',
      fields: {
        email: { description: 'Email address the agent signs in with', secret: false, required: true },
        api_token: { description: 'API token of the account', secret: true, required: true },
      },
    }),
  },
  settings: z.object({
    subdomain: z
      .string()
      .regex(/^[a-z0-9]+$/)
      .describe('Name of the account: the first part of its host'),
  }),
  failure: {
    message: ['details.base.0.description', 'description', 'error.message', 'error_description', 'error'],
    code: ['error'],
    codes: { RecordNotFound: 'record_not_found' },
    requestId: 'x-help-centre-request-id',
  },
  limits: { remaining: 'x-rate-limit-remaining', reset: { header: 'ratelimit-reset', unit: 'seconds-from-now' } },
});

/** Declares an action: JSON bodies, numbered pages. */
export const helpCentreApi = restApi({ paging: page.pageNumber({ param: 'page', size: 'per_page' }) });

/** Parameters of every list. */
export const listParams = z.object({
  page: z.int().min(1).optional().describe('Number of the page, from 1'),
  per_page: z.int().min(1).max(100).default(100).describe('Number of records per page'),
});
