import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { zendesk } from '../src/index.ts';

// https://developer.zendesk.com/api-reference/ticketing/oauth/grant_type_tokens/
// https://developer.zendesk.com/documentation/api-basics/authentication/oauth-pkce
it('asks for consent as Zendesk Support documents it', async () => {
  expect(await consentRequests(zendesk, { settings: { subdomain: 'acme' } })).toEqual({
    page: 'https://acme.zendesk.com/oauth/authorizations/new',
    query: {
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      scope: 'read write',
      code_challenge: '{challenge}',
      code_challenge_method: 'S256',
    },
    exchange: {
      request: 'POST https://acme.zendesk.com/oauth/tokens',
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
