import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { googleSearchConsole } from '../src/index.ts';

// https://developers.google.com/identity/protocols/oauth2/web-server
it('asks for consent as Google Search Console documents it', async () => {
  expect(await consentRequests(googleSearchConsole)).toEqual({
    page: 'https://accounts.google.com/o/oauth2/v2/auth',
    query: {
      access_type: 'offline',
      prompt: 'consent',
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      scope: 'https://www.googleapis.com/auth/webmasters',
      code_challenge: '{challenge}',
      code_challenge_method: 'S256',
    },
    exchange: {
      request: 'POST https://oauth2.googleapis.com/token',
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
