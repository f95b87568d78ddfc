import { auth, defineUpstream, fromBody, graphqlApi, page, type RawValue, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The GitHub API. The REST version is pinned to the last one whose issues still carry `assignee` and whose pull requests still
 * carry `merge_commit_sha`; GitHub promised in March 2026 to serve it for 24 more months. The GraphQL API has no versions.
 */
export const upstream = defineUpstream({
  baseUrl: 'https://api.github.com',
  documentation: 'https://docs.github.com/graphql',
  version: { pinned: '2022-11-28', sunset: '2028-03-10' },
  authentication: {
    oauth: auth.oauth2({
      description: 'OAuth app or GitHub App acting for a user',
      authorizationUrl: 'https://github.com/login/oauth/authorize',
      tokenUrl: 'https://github.com/login/oauth/access_token',
      refusals: ['bad_refresh_token'],
      issuer: 'https://github.com/login/oauth',
      scopes: ['repo', 'read:user', 'user:email', 'read:org', 'read:discussion', 'read:project'],
    }),
    personal_access_token: auth.bearer(
      'token',
      'Personal access token, classic (ghp_…) or fine-grained (github_pat_…)',
    ),
  },
  settings: z.object({
    repositories: z
      .array(
        z
          .string()
          .max(200)
          .regex(/^[^/\s]+\/[^/\s]+$/, 'must be of the form owner/name'),
      )
      .max(1000)
      .optional()
      .describe('Repositories to synchronize, each as owner/name'),
    organizations: z
      .array(
        z
          .string()
          .max(100)
          .regex(/^[^/\s]+$/, 'must be a login'),
      )
      .max(1000)
      .optional()
      .describe('Logins of the organizations to synchronize'),
    files: z
      .array(
        z
          .string()
          .max(500)
          .regex(/^[^/\s]+\/[^/\s]+\/[^/].*$/, 'must be of the form owner/name/path'),
      )
      .max(1000)
      .optional()
      .describe('Files whose text is synchronized, each as owner/name/path'),
  }),
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '{api_version}' },
  failure: {
    when: { path: 'errors', is: 'present' },
    message: ['errors.0.message', 'message'],
    code: ['errors.0.type', 'errors.0.extensions.code', 'errors.0.code'],
    codes: {
      NOT_FOUND: 'record_not_found',
      FORBIDDEN: 'credential_rejected',
      INSUFFICIENT_SCOPES: 'credential_rejected',
      RATE_LIMIT: 'upstream_rate_limited',
      RATE_LIMITED: 'upstream_rate_limited',
    },
    // A 403 without a time, or a GraphQL error: https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
    signs: ['message', 'errors.0.message'].flatMap((path) =>
      ['secondary rate limit', 'abuse detection'].map((contains) => ({
        path,
        contains,
        means: 'upstream_rate_limited' as const,
      })),
    ),
    tooHeavy: ['RESOURCE_LIMITS_EXCEEDED'],
    requestId: 'x-github-request-id',
  },
  // The REST and GraphQL APIs are counted apart. Without a time, GitHub wants a minute, and longer after every further rejection.
  limits: {
    bucket: { header: 'x-ratelimit-resource' },
    limit: 'x-ratelimit-limit',
    remaining: 'x-ratelimit-remaining',
    reset: { header: 'x-ratelimit-reset', unit: 'unix-seconds' },
    firstWait: 60,
    quotas: [{ requests: 5000, seconds: 3600 }],
  },
});

/** Declares a read of the GraphQL API; connections are paged with `after` and `per_page`. */
export const github = graphqlApi({
  path: '/graphql',
  cursor: { param: 'after', size: 'per_page' },
  pageInfo: { hasNextPage: 'has_next_page', endCursor: 'end_cursor' },
});

/** Declares a write of the REST API. */
export const githubRest = restApi();

/** The paging of a search and the pagination field that lists lack; `count` names the GraphQL field that counts the matches. */
export function searchPages(
  count: 'repositoryCount' | 'issueCount' | 'userCount' | 'discussionCount',
  size: 'limit' | 'per_page' = 'per_page',
) {
  const total = `data.search.${count}`;
  return {
    connection: 'search',
    paging: page.cursor({
      param: 'after',
      size,
      next: 'data.search.pageInfo.endCursor',
      more: 'data.search.pageInfo.hasNextPage',
      end: null,
      max: { records: 1000, total },
    }),
    meta: { total_count: fromBody(total, z.int()) },
  };
}

/** Whether a row is not `{}`, the result of an inline fragment for an object of another type. */
export const isOfType = (row: RawValue): boolean => Object.keys(row).length > 0;
