import { auth, defineUpstream, eachOfSetting, graphqlApi, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

const names = (about: string) => z.array(z.string().max(200)).max(1000).optional().describe(about);

/** OAuth or a token, settings that select what is read for the copies, errors with status 200, a version that ends. */
export const upstream = defineUpstream({
  baseUrl: 'https://api.repository-host.example.com',
  documentation: 'https://repository-host.example.com/docs',
  version: { pinned: '2026-02-01', sunset: '2032-03-10' },
  authentication: {
    oauth: auth.oauth2({
      description: 'OAuth app acting for a user',
      authorizationUrl: 'https://repository-host.example.com/login/oauth/authorize',
      tokenUrl: 'https://repository-host.example.com/login/oauth/access_token',
      scopes: ['repo'],
    }),
    token: auth.bearer('token', 'Personal access token'),
  },
  settings: z.object({
    repositories: names('Repositories to synchronize, each as owner/name'),
    organizations: names('Logins of the organizations to synchronize'),
  }),
  failure: {
    when: { path: 'errors', is: 'present' },
    message: ['errors.0.message', 'message'],
    code: ['errors.0.type', 'errors.0.code'],
    codes: { NOT_FOUND: 'record_not_found' },
    requestId: 'x-repository-host-request-id',
  },
  limits: { remaining: 'x-ratelimit-remaining', reset: { header: 'x-ratelimit-reset', unit: 'unix-seconds' } },
});

/** Declares a read, which is GraphQL with connections. */
export const graphql = graphqlApi({
  path: '/graphql',
  cursor: { param: 'after', size: 'per_page' },
  pageInfo: { hasNextPage: 'has_next_page', endCursor: 'end_cursor' },
});

/** Declares a write, which is REST. */
export const rest = restApi();

/** Parameters of every list. */
export const paged = {
  per_page: z.int().min(1).max(100).default(30).describe('Number of records per page'),
  after: z.string().optional().describe('The end_cursor of the previous page'),
};

/** Sync plan fields that read each repository of the connection. */
export const eachRepository = {
  each: eachOfSetting('repositories', ['owner', 'repo']),
  bind: { owner: 'owner', repo: 'repo' },
} as const;

/** Sync plan fields that read each organization of the connection. */
export const eachOrganization = { each: eachOfSetting('organizations', ['org']), bind: { org: 'org' } } as const;

/** A repository, by its owner and name. */
export const inRepository = z.object({
  owner: z.string().describe('Login of the owner'),
  repo: z.string().describe('Name of the repository'),
});
