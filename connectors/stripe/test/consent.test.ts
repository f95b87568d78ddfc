import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { stripe } from '../src/index.ts';

// https://docs.stripe.com/stripe-apps/api-authentication/oauth
it('asks for consent as Stripe documents it', async () => {
  const secretAsUserName = Buffer.from('{client_secret}:').toString('base64');
  expect(await consentRequests(stripe)).toEqual({
    page: 'https://marketplace.stripe.com/oauth/v2/authorize',
    query: {
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
    },
    exchange: {
      request: 'POST https://api.stripe.com/v1/oauth/token',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${secretAsUserName}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'connectory',
      },
      body: {
        redirect_uri: 'https://gateway.example.com/oauth/callback',
        code: '{code}',
        grant_type: 'authorization_code',
      },
    },
  });
});
