import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { shopify } from '../src/index.ts';

// https://shopify.dev/docs/apps/build/authentication-authorization/authenticate-standalone-apps
it('asks for consent as Shopify documents it', async () => {
  expect(await consentRequests(shopify, { settings: { shop: 'acme' } })).toEqual({
    page: 'https://acme.myshopify.com/admin/oauth/authorize',
    query: {
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      scope:
        'write_customers,write_orders,write_draft_orders,write_fulfillments,write_merchant_managed_fulfillment_orders,write_products,read_locations,write_inventory,write_price_rules,write_discounts,read_shipping,write_content,write_online_store_pages,read_shopify_payments_payouts,read_shopify_payments_disputes',
      code_challenge: '{challenge}',
      code_challenge_method: 'S256',
    },
    exchange: {
      request: 'POST https://acme.myshopify.com/admin/oauth/access_token',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'connectory',
      },
      body: {
        expiring: '1',
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
