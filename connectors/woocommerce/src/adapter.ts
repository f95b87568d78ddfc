import { auth, defineUpstream, fromLink, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/**
 * The WooCommerce REST API, which every shop serves itself. Its version is part of every path.
 * https://woocommerce.github.io/woocommerce-rest-api-docs/
 */
export const upstream = defineUpstream({
  baseUrl: 'https://{shop}/wp-json/wc/{api_version}',
  documentation: 'https://woocommerce.github.io/woocommerce-rest-api-docs/',
  version: { pinned: 'v3', sunset: null },
  authentication: {
    api_keys: auth.basic({
      description: 'REST API key of a WordPress user who manages the shop',
      username: '{api_key}',
      password: '{api_secret}',
      fields: {
        api_key: { description: 'Consumer key (ck_…)', secret: true, required: true },
        api_secret: { description: 'Consumer secret (cs_…)', secret: true, required: true },
      },
    }),
  },
  settings: z.object({
    shop: z
      .string()
      .max(200)
      .regex(/^[^\s/?#@\\]+(\/[^\s/?#@\\]+)*$/)
      .describe('URL of the shop without https://, such as shop.example or example.com/shop'),
    start_date: z.iso
      .date()
      .optional()
      .describe(
        'Only orders placed after this day (YYYY-MM-DD) begins are synchronized, with their notes and refunds; all orders by default',
      ),
  }),
  failure: {
    message: ['message'],
    code: ['code'],
    // No record is missing: the shop has no WooCommerce, or plain permalinks.
    codes: { rest_no_route: 'upstream_rejected' },
  },
});

/** Declares a WooCommerce action: records without an envelope, and lists with page numbers. */
export const woocommerce = restApi({
  paging: page.linkHeader({ param: 'page', size: 'per_page' }),
  meta: { next: fromLink('next') },
  // PHP keeps the last of several parameters with the same name; WordPress splits a list at its commas.
  arrays: 'comma',
});
