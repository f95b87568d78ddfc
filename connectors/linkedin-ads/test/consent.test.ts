import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { linkedinAds } from '../src/index.ts';

// https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow
it('asks for consent as LinkedIn Ads documents it', async () => {
  expect(await consentRequests(linkedinAds)).toEqual({
    page: 'https://www.linkedin.com/oauth/v2/authorization',
    query: {
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      scope: 'r_ads rw_ads r_ads_reporting',
    },
    exchange: {
      request: 'POST https://www.linkedin.com/oauth/v2/accessToken',
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
