import { auth, defineUpstream, fromLink, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

const shop = 'https://{shop}.myshopify.com';

const appToken = auth.clientCredentials({
  description: 'App of the Dev Dashboard that is installed in the shop; the gateway fetches its access tokens',
  tokenUrl: `${shop}/admin/oauth/access_token`,
});

const appConsent = auth.oauth2({
  description: 'App that the shop installs; a member of its staff authorizes it',
  authorizationUrl: `${shop}/admin/oauth/authorize`,
  tokenUrl: `${shop}/admin/oauth/access_token`,
  // The scope to write includes the one to read.
  scopes: [
    'write_customers',
    'write_orders',
    'write_draft_orders',
    'write_fulfillments',
    'write_merchant_managed_fulfillment_orders',
    'write_products',
    'read_locations',
    'write_inventory',
    'write_price_rules',
    'write_discounts',
    'read_shipping',
    'write_content',
    'write_online_store_pages',
    'read_shopify_payments_payouts',
    'read_shopify_payments_disputes',
  ],
  scopeSeparator: ',',
  // Public apps get no other tokens since 2026: these expire within an hour and come with a refresh token.
  tokenParams: { expiring: '1' },
  signature: { parameter: 'hmac' },
});

/**
 * The Admin REST API of a Shopify shop. A version is served for a year.
 * https://shopify.dev/docs/api/admin-rest, https://shopify.dev/docs/api/usage/versioning
 */
export const upstream = defineUpstream({
  baseUrl: `${shop}/admin/api/{api_version}`,
  documentation: 'https://shopify.dev/docs/api/admin-rest',
  version: { pinned: '2026-04', sunset: '2027-04-01' },
  authentication: {
    access_token: auth.header('x-shopify-access-token', 'api_key', 'Admin API access token of a custom app (shpat_…)'),
    // Shopify reads access tokens only from its own header.
    client_credentials: { ...appToken, headers: { 'x-shopify-access-token': '{access_token}' } },
    oauth2: { ...appConsent, headers: { 'x-shopify-access-token': '{access_token}' } },
  },
  settings: z.object({
    shop: z
      .string()
      .regex(/^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/)
      .describe('Name of the shop: the part before .myshopify.com'),
  }),
  failure: {
    // Reasons for a rejection are under the names of parameters.
    message: ['errors', 'errors.*', 'error_description', 'error'],
    // 423: the shop is locked for a while. 430: Shopify's firewall took the requests for an attack.
    statuses: { 423: 'upstream_rate_limited', 430: 'upstream_rate_limited' },
    requestId: 'x-request-id',
  },
  limits: { quotas: [{ requests: 2, seconds: 1 }] },
});

const meta = { next_page_url: fromLink('next') };

/** Declares an action of the Admin REST API that returns one record, or a list without a page size. */
export const shopify = restApi({ meta, paging: page.linkHeader({ param: 'page_info', alone: true }) });

/** Declares a list with a page size. Pages after the first are requested only by `page_info` and the size. */
export const shopifyList = restApi({
  meta,
  paging: page.linkHeader({ param: 'page_info', size: 'limit', alone: ['limit'] }),
});
