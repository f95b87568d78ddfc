import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { github } from '../src/index.ts';

// https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
it('asks for consent as GitHub documents it', async () => {
  expect(await consentRequests(github, { authentication: 'oauth' })).toEqual({
    page: 'https://github.com/login/oauth/authorize',
    query: {
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      scope: 'repo read:user user:email read:org read:discussion read:project',
      code_challenge: '{challenge}',
      code_challenge_method: 'S256',
    },
    exchange: {
      request: 'POST https://github.com/login/oauth/access_token',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
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
