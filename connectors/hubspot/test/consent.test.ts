import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { hubspot } from '../src/index.ts';

// https://developers.hubspot.com/docs/api-reference/latest/authentication/manage-oauth-tokens
it('asks for consent as HubSpot documents it', async () => {
  expect(await consentRequests(hubspot)).toEqual({
    page: 'https://app.hubspot.com/oauth/authorize',
    query: {
      optional_scope:
        'crm.schemas.custom.read crm.objects.custom.read crm.objects.owners.read sales-email-read crm.objects.contacts.write crm.objects.companies.write crm.objects.deals.write crm.objects.line_items.write crm.objects.products.read crm.objects.products.write crm.lists.read crm.lists.write files',
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      scope:
        'oauth crm.objects.contacts.read crm.objects.companies.read crm.objects.deals.read crm.objects.line_items.read tickets',
      code_challenge: '{challenge}',
      code_challenge_method: 'S256',
    },
    exchange: {
      request: 'POST https://api.hubapi.com/oauth/2026-03/token',
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
