import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { discountAt, discountLines } from '../sample-discounts.ts';
import { dollars, globalId, idAt, series, timeAgo } from '../sample-shop.ts';
import { byTime, changesOnly, flag, id, ids, money, nothingOf, paged, part, text, whole } from '../shared.ts';
import { isInPeriod } from '../simulated-filters.ts';

const PriceRule = z.object({
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
  starts_at: text,
  ends_at: text,
  created_at: text,
  updated_at: text,
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

const nobodyInParticular = {
  entitled_product_ids: [],
  entitled_variant_ids: [],
  entitled_collection_ids: [],
  entitled_country_ids: [],
  prerequisite_product_ids: [],
  prerequisite_variant_ids: [],
  prerequisite_collection_ids: [],
  customer_segment_prerequisite_ids: [],
  prerequisite_customer_ids: [],
} as const;

/** https://shopify.dev/docs/api/admin-rest/latest/resources/pricerule */
export const priceRules = defineEntity({
  name: 'price_rules',
  summary: 'Rules for discounts: amount, products, customers and dates',
  record: PriceRule,
  key: 'id',
  actions: {
    list: shopifyList('GET /price_rules.json', {
      summary: 'List price rules',
      params: z.object({ ...paged, ...byTime }),
      recordsAt: 'price_rules',
      simulate: { matches: isInPeriod },
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
  sample: ({ index }) => {
    const position = index % discountLines.length;
    const [title, value, target_type, began, ended] = discountAt(index);
    const id = idAt(series.priceRule, position);
    const isShipping = target_type === 'shipping_line';
    return {
      ...nothingOf(PriceRule),
      ...nobodyInParticular,
      id,
      title,
      value_type: 'percent' in value ? 'percentage' : 'fixed_amount',
      value: 'percent' in value ? `-${value.percent.toFixed(1)}` : `-${dollars(value.cents)}`,
      customer_selection: 'all',
      target_type,
      target_selection: 'all',
      allocation_method: isShipping ? 'each' : 'across',
      once_per_customer: title === 'WELCOME5',
      usage_limit: title === 'FRIENDS20' ? 200 : null,
      prerequisite_subtotal_range: title === 'WELCOME5' ? { greater_than_or_equal_to: '40.0' } : null,
      prerequisite_to_entitlement_quantity_ratio: { prerequisite_quantity: null, entitled_quantity: null },
      prerequisite_to_entitlement_purchase: { prerequisite_amount: null },
      starts_at: timeAgo(began),
      ends_at: ended === null ? null : timeAgo(ended),
      created_at: timeAgo(began + 2),
      updated_at: timeAgo(ended ?? began + 1),
      admin_graphql_api_id: globalId('PriceRule', id),
    };
  },
});
