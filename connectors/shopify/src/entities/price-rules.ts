import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { byTime, changesOnly, flag, id, ids, isoTime, money, paged, part, text, whole } from '../shared.ts';

export const PriceRule = z.object({
  id: z.int(),
  value_type: text,
  value: money,
  customer_selection: text,
  target_type: text,
  target_selection: text,
  allocation_method: text,
  allocation_limit: whole,
  once_per_customer: flag,
  usage_limit: whole,
  starts_at: isoTime,
  ends_at: isoTime,
  created_at: isoTime,
  updated_at: isoTime,
  entitled_product_ids: ids,
  entitled_variant_ids: ids,
  entitled_collection_ids: ids,
  entitled_country_ids: ids,
  prerequisite_product_ids: ids,
  prerequisite_variant_ids: ids,
  prerequisite_collection_ids: ids,
  customer_segment_prerequisite_ids: ids,
  prerequisite_customer_ids: ids,
  prerequisite_subtotal_range: part,
  prerequisite_quantity_range: part,
  prerequisite_shipping_price_range: part,
  prerequisite_to_entitlement_quantity_ratio: part,
  prerequisite_to_entitlement_purchase: part,
  title: text,
  admin_graphql_api_id: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/pricerule */
export const priceRules = defineEntity({
  name: 'price_rules',
  summary: 'Rules for discounts: amount, products, customers and dates',
  keywords: ['promotion', 'sale rules', 'campaign discount', 'discount conditions', 'percent off', 'buy x get y'],
  record: PriceRule,
  key: 'id',
  actions: {
    list: shopifyList('GET /price_rules.json', {
      summary: 'List price rules',
      params: z.object({ ...paged, ...byTime }),
      recordsAt: 'price_rules',
    }),
    get: shopify('GET /price_rules/{price_rule_id}.json', {
      summary: 'Get one price rule',
      params: z.object({ price_rule_id: id('price rule') }),
      recordAt: 'price_rule',
    }),
  },
  search: {
    fields: [
      'id',
      'title',
      'value_type',
      'value',
      'target_type',
      'target_selection',
      'allocation_method',
      'starts_at',
      'ends_at',
      'created_at',
      'updated_at',
    ],
  },
  sync: changesOnly,
});
