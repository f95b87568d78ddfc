import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { confluence } from '../src/index.ts';

// https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/
it('asks for consent as Confluence documents it', async () => {
  expect(await consentRequests(confluence)).toEqual({
    page: 'https://auth.atlassian.com/authorize',
    query: {
      audience: 'api.atlassian.com',
      prompt: 'consent',
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      scope: [
        'read:space:confluence read:page:confluence write:page:confluence delete:page:confluence',
        'read:comment:confluence write:comment:confluence delete:comment:confluence',
        'read:label:confluence write:label:confluence write:space:confluence read:group:confluence',
        'read:audit-log:confluence read:content-details:confluence write:attachment:confluence offline_access',
      ].join(' '),
      code_challenge: '{challenge}',
      code_challenge_method: 'S256',
    },
    exchange: {
      request: 'POST https://auth.atlassian.com/oauth/token',
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
    accounts: {
      request: 'GET https://api.atlassian.com/oauth/token/accessible-resources',
      headers: {
        accept: 'application/json',
        'user-agent': 'connectory',
        authorization: 'Bearer {access_token}',
      },
    },
  });
});
