import { type Action, auth, defineUpstream, graphqlApi, page } from '@connectory/connector-sdk';

/**
 * The monday.com API: GraphQL at one path, with a new version each quarter. A refused call is a 200 with `errors`. monday.com serves a
 * version for six months from the day it becomes the current one, which 2026-10 did on 2026-10-26.
 * https://developer.monday.com/api-reference/docs/api-versioning
 */
export const upstream = defineUpstream({
  baseUrl: 'https://api.monday.com',
  documentation: 'https://developer.monday.com/api-reference',
  version: { pinned: '2026-10', sunset: '2027-04-26' },
  authentication: {
    oauth2: auth.oauth2({
      description: 'monday.com app with the new OAuth flow, acting for a user',
      authorizationUrl: 'https://auth.monday.com/oauth2/authorize',
      // Tokens of the old address, /oauth2/token, are no longer accepted since October 2026.
      tokenUrl: 'https://auth.monday.com/oauth_ms/oauth/token',
      encoding: 'json',
      // Asks an admin of an account without the app to install it; without this, monday.com would reject the person.
      params: { force_install_if_needed: 'true' },
      scopes: [
        'me:read',
        'boards:read',
        'boards:write',
        'workspaces:read',
        'users:read',
        'account:read',
        'updates:read',
        'updates:write',
        'assets:read',
        'tags:read',
        'teams:read',
        'notifications:write',
      ],
    }),
    api_token: auth.bearer('api_key', 'Personal API token of a monday.com user'),
  },
  headers: { 'api-version': '{api_version}' },
  failure: {
    // Limits of complexity and the like come without `errors`.
    when: [
      { path: 'errors', is: 'present' },
      { path: 'error_code', is: 'present' },
      { path: 'error_message', is: 'present' },
    ],
    message: ['errors.0.message', 'errors.0', 'error_message'],
    code: ['errors.0.extensions.code', 'error_code', 'status_code'],
    codes: {
      ResourceNotFoundException: 'record_not_found',
      InvalidBoardIdException: 'record_not_found',
      InvalidItemIdException: 'record_not_found',
      InvalidUserIdException: 'record_not_found',
      UserUnauthorizedException: 'credential_rejected',
      USER_UNAUTHORIZED: 'credential_rejected',
      USER_ACCESS_DENIED: 'credential_rejected',
      UNAUTHORIZED_FIELD_OR_TYPE: 'credential_rejected',
      missingRequiredPermissions: 'credential_rejected',
      COMPLEXITY_BUDGET_EXHAUSTED: 'upstream_rate_limited',
      ComplexityException: 'upstream_rate_limited',
      RATE_LIMIT_EXCEEDED: 'upstream_rate_limited',
      DAILY_LIMIT_EXCEEDED: 'daily_limit_reached',
      IP_RATE_LIMIT_EXCEEDED: 'upstream_rate_limited',
      FIELD_LIMIT_EXCEEDED: 'upstream_rate_limited',
      FIELD_MINUTE_RATE_LIMIT_EXCEEDED: 'upstream_rate_limited',
      maxConcurrencyExceeded: 'upstream_rate_limited',
      API_TEMPORARILY_BLOCKED: 'upstream_unavailable',
      INTERNAL_SERVER_ERROR: 'upstream_unavailable',
      InternalServerError: 'upstream_unavailable',
      429: 'upstream_rate_limited',
      500: 'upstream_unavailable',
    },
    retryAfter: ['errors.0.extensions.retry_in_seconds', 'error_data.retry_in_seconds'],
    requestIdAt: 'extensions.request_id',
  },
  limits: { quotas: [{ requests: 1000, seconds: 86_400 }], minInterval: 3600 },
});

/** Declares a query or a mutation; monday.com has no Relay-style connections. */
export const monday = graphqlApi({ path: '/v2' });

/** Sends `column_values` of a mutation as monday.com takes them: as JSON in a string. */
export const withColumnValues = <Mutation extends Action>(mutation: Mutation): Mutation => ({
  ...mutation,
  request: ({ column_values: values, ...params }: Parameters<Action['request']>[0]) =>
    mutation.request(values === undefined ? params : { ...params, column_values: JSON.stringify(values) }),
});

/** The paging of lists by number; without a parameter for the size, the empty page is the last. */
export const byPage = page.pageNumber({ param: 'page', size: 'limit' });
