import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { slack } from '../src/index.ts';

// https://docs.slack.dev/authentication/installing-with-oauth
// https://docs.slack.dev/reference/methods/oauth.v2.access
it('asks for consent as Slack documents it', async () => {
  expect(await consentRequests(slack)).toEqual({
    page: 'https://slack.com/oauth/v2/authorize',
    query: {
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      scope:
        'users:read,users:read.email,channels:read,channels:history,channels:join,channels:manage,channels:write.invites,groups:read,groups:history,groups:write,groups:write.invites,im:read,im:history,mpim:read,mpim:history,chat:write,reactions:write,pins:write,bookmarks:write,im:write,mpim:write,canvases:write,usergroups:read,usergroups:write,files:write',
    },
    exchange: {
      request: 'POST https://slack.com/api/oauth.v2.access',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'connectory',
      },
      body: {
        redirect_uri: 'https://gateway.example.com/oauth/callback',
        code: '{code}',
        grant_type: 'authorization_code',
        client_id: '{client_id}',
        client_secret: '{client_secret}',
      },
    },
  });
});
