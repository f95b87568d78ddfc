import { auth, credential, defineUpstream, fromBody, page, restApi, setting } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The Confluence Cloud API. `v2` is part of every path. The site itself rejects OAuth tokens, so they are sent to Atlassian's
 * gateway, where the cloud id identifies the site.
 * https://developer.atlassian.com/cloud/confluence/rest/v2/intro/
 */
export const upstream = defineUpstream({
  baseUrl: 'https://{subdomain}.atlassian.net',
  documentation: 'https://developer.atlassian.com/cloud/confluence/rest/v2/',
  version: { pinned: 'v2', sunset: null },
  authentication: {
    basic: auth.basic({
      description: 'Email address of an Atlassian account with an API token',
      username: '{username}',
      password: '{password}',
      fields: {
        username: { description: 'Email address of the account', secret: false, required: true },
        password: { description: 'API token of the account, without scopes', secret: true, required: true },
      },
    }),
    oauth2: auth.oauth2({
      description: 'OAuth 2.0 app of the Atlassian developer console, authorized by a person',
      authorizationUrl: 'https://auth.atlassian.com/authorize',
      tokenUrl: 'https://auth.atlassian.com/oauth/token',
      encoding: 'json',
      scopes: [
        'read:space:confluence',
        'read:page:confluence',
        'write:page:confluence',
        'delete:page:confluence',
        'read:comment:confluence',
        'write:comment:confluence',
        'delete:comment:confluence',
        'read:label:confluence',
        'write:label:confluence',
        'write:space:confluence',
        'read:group:confluence',
        'read:audit-log:confluence',
        'read:content-details:confluence',
        'write:attachment:confluence',
        'offline_access',
      ],
      params: { audience: 'api.atlassian.com', prompt: 'consent' },
      accounts: {
        url: 'https://api.atlassian.com/oauth/token/accessible-resources',
        list: '',
        name: 'name',
        settings: { cloud_id: 'id' },
      },
      fields: {
        cloud_id: {
          description: 'Cloud id of the site, a UUID, if the settings do not have it',
          secret: false,
          required: false,
        },
      },
      baseUrl: 'https://api.atlassian.com/ex/confluence/{cloud_id}',
    }),
  },
  places: { cloud_id: setting('cloud_id', { otherwise: credential('cloud_id', { match: /^([0-9a-fA-F-]{36})$/ }) }) },
  settings: z.object({
    subdomain: z
      .string()
      .regex(/^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/)
      .optional()
      .describe('Name of the site: the part before .atlassian.net; required with an API token'),
    cloud_id: z
      .string()
      .length(36)
      .regex(/^[0-9a-fA-F-]+$/, 'must be a UUID')
      .optional()
      .describe('Cloud id of the site, a UUID; required with OAuth, where a connect link sets it'),
  }),
  failure: {
    message: ['errors.0.title', 'errors.0.detail', 'message'],
    code: ['errors.0.code', 'code'],
    requestId: 'atl-traceid',
  },
});

const next = '_links.next';

/** Declares a Confluence action: lists are paged by the cursor in the relative URL of the next page. */
export const confluence = restApi({
  recordsAt: 'results',
  paging: page.nextUrl({ param: 'cursor', next, size: 'limit' }),
  meta: { next: fromBody(next, z.string().nullable()) },
});

/** Declares a list of version 1 of the API, which is paged by position. */
export const confluenceV1 = restApi({
  recordsAt: 'results',
  paging: page.nextUrl({ param: 'start', next, size: 'limit' }),
  meta: { next: fromBody(next, z.string().nullable()) },
});
