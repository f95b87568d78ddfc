import { auth, defineUpstream, fromBody, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The Slack Web API. Its methods have no versions. A failed call is a 200 with `ok: false` and a code in `error`.
 * https://docs.slack.dev/apis/web-api/
 */
export const upstream = defineUpstream({
  baseUrl: 'https://slack.com/api',
  documentation: 'https://docs.slack.dev/reference/methods',
  version: { pinned: 'web', sunset: null },
  authentication: {
    bot_token: auth.bearer('bot_key', 'Bot token (xoxb-…) of a Slack app that is installed in the workspace'),
    oauth2: auth.oauth2({
      description: 'Slack app installed by OAuth, with or without token rotation',
      authorizationUrl: 'https://slack.com/oauth/v2/authorize',
      tokenUrl: 'https://slack.com/api/oauth.v2.access',
      refusals: ['invalid_refresh_token', 'token_revoked'],
      scopeSeparator: ',',
      // Enabling PKCE permanently turns a Slack app into a public client.
      pkce: false,
      scopes: [
        'users:read',
        'users:read.email',
        'channels:read',
        'channels:history',
        'channels:join',
        'channels:manage',
        'channels:write.invites',
        'groups:read',
        'groups:history',
        'groups:write',
        'groups:write.invites',
        'im:read',
        'im:history',
        'mpim:read',
        'mpim:history',
        'chat:write',
        'reactions:write',
        'pins:write',
        'bookmarks:write',
        'im:write',
        'mpim:write',
        'canvases:write',
        'usergroups:read',
        'usergroups:write',
        'files:write',
      ],
    }),
  },
  settings: z.object({
    channel_types: z
      .string()
      .regex(/^(public_channel|private_channel|mpim|im)(,(public_channel|private_channel|mpim|im))*$/)
      .optional()
      .describe('Kinds of channels to synchronize, separated by commas; by default public_channel,private_channel'),
    messages_since: z.iso
      .date()
      .optional()
      .describe('Only messages sent on or after this day (YYYY-MM-DD) are synchronized; all messages by default'),
    team_id: z
      .string()
      .regex(/^T[A-Z0-9]{1,20}$/)
      .optional()
      .describe('ID of the workspace (T…) to read with a token for a whole organization, which requires it'),
  }),
  // Only the lists of members and channels take it; Slack ignores arguments that a method does not have.
  query: { team_id: '{team_id}' },
  failure: {
    when: { path: 'ok', is: false },
    message: ['response_metadata.messages.0', 'error'],
    code: ['error'],
    codes: {
      channel_not_found: 'record_not_found',
      user_not_found: 'record_not_found',
      message_not_found: 'record_not_found',
      thread_not_found: 'record_not_found',
      token_expired: 'token_expired',
      invalid_auth: 'credential_rejected',
      not_authed: 'credential_rejected',
      account_inactive: 'credential_rejected',
      token_revoked: 'credential_rejected',
      missing_scope: 'credential_rejected',
      no_permission: 'credential_rejected',
      ekm_access_denied: 'credential_rejected',
      not_in_channel: 'upstream_rejected',
      ratelimited: 'upstream_rate_limited',
      internal_error: 'upstream_unavailable',
      fatal_error: 'upstream_unavailable',
      service_unavailable: 'upstream_unavailable',
      request_timeout: 'upstream_unavailable',
    },
    requestId: 'x-slack-req-id',
  },
  // Slack counts per method, workspace and app, and of apps outside its Marketplace messages more strictly:
  // https://docs.slack.dev/apis/web-api/rate-limits: those of an app in one's own workspace. One that is distributed outside the Marketplace
  // has one request of a history per minute, which only its rejections show.
  fileHosts: ['files.slack.com'],
  limits: {
    bucket: 'route',
    quotas: [
      {
        requests: 50,
        seconds: 60,
        routes: ['/conversations.history', '/conversations.replies', '/conversations.info'],
      },
      { requests: 100, seconds: 60, routes: ['/users.info'] },
      { requests: 20, seconds: 60 },
    ],
  },
});

const nextCursor = 'response_metadata.next_cursor';

/** Declares a Slack method: parameters in the query or a JSON body, lists paged by a cursor. */
export const slack = restApi({
  paging: page.cursor({ param: 'cursor', next: nextCursor, size: 'limit', end: '' }),
  meta: { next_cursor: fromBody(nextCursor, z.string().nullable()) },
});
