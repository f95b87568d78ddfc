import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { mailchimp } from '../src/index.ts';

// https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
it('asks for consent as Mailchimp documents it', async () => {
  expect(await consentRequests(mailchimp)).toEqual({
    page: 'https://login.mailchimp.com/oauth2/authorize',
    query: {
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      code_challenge: '{challenge}',
      code_challenge_method: 'S256',
    },
    exchange: {
      request: 'POST https://login.mailchimp.com/oauth2/token',
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
    accounts: {
      request: 'GET https://login.mailchimp.com/oauth2/metadata',
      headers: {
        accept: 'application/json',
        'user-agent': 'connectory',
        authorization: 'OAuth {access_token}',
      },
    },
  });
});
