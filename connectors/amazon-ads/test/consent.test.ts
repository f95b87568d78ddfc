import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { amazonAds } from '../src/index.ts';

// https://advertising.amazon.com/API/docs/en-us/guides/get-started/create-authorization-grant
it('asks for consent as Amazon Ads documents it', async () => {
  expect(await consentRequests(amazonAds, { settings: { region: 'eu' } })).toEqual({
    page: 'https://eu.account.amazon.com/ap/oa',
    query: {
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      scope: 'advertising::campaign_management',
      code_challenge: '{challenge}',
      code_challenge_method: 'S256',
    },
    exchange: {
      request: 'POST https://api.amazon.co.uk/auth/o2/token',
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
      request: 'GET https://advertising-api-eu.amazon.com/v2/profiles',
      headers: {
        accept: 'application/json',
        'user-agent': 'connectory',
        authorization: 'Bearer {access_token}',
        'amazon-advertising-api-clientid': '{client_id}',
      },
    },
  });
});
