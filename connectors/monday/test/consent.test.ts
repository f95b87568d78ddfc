import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { monday } from '../src/index.ts';

// https://developer.monday.com/apps/docs/migrating-to-the-new-oauth-flow
it('asks for consent as monday.com documents it', async () => {
  expect(await consentRequests(monday)).toEqual({
    page: 'https://auth.monday.com/oauth2/authorize',
    query: {
      force_install_if_needed: 'true',
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      scope: [
        'me:read boards:read boards:write workspaces:read users:read account:read updates:read updates:write',
        'assets:read tags:read teams:read notifications:write',
      ].join(' '),
      code_challenge: '{challenge}',
      code_challenge_method: 'S256',
    },
    exchange: {
      request: 'POST https://auth.monday.com/oauth_ms/oauth/token',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'connectory',
      },
      body: {
        redirect_uri: 'https://gateway.example.com/oauth/callback',
        code: '{code}',
        code_verifier: '{verifier}',
        grant_type: 'authorization_code',
        client_id: '{client_id}',
        client_secret: '{client_secret}',
      },
    },
  });
});
