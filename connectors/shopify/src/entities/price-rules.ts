import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import {
  byTime,
  changesOnly,
  Deleted,
  flag,
  id,
  ids,
  isoTime,
  money,
  paged,
  part,
  settable,
  text,
  under,
  whole,
} from '../shared.ts';

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

const byId = z.object({ price_rule_id: id('price rule') });

const idList = (meaning: string) => z.array(z.int()).optional().describe(meaning);

const required = z.object({
  title: z.string().describe('Name of the rule, which only staff see; Shopify suggests that of its code'),
  value_type: z.enum(['fixed_amount', 'percentage']).describe('How the value is meant'),
  value: z
    .string()
    .describe('Amount or percentage taken off, as a negative number')
    .meta({ examples: ['-10.0'] }),
  target_type: z.enum(['line_item', 'shipping_line']).describe('Whether items or shipping are reduced'),
  target_selection: z.enum(['all', 'entitled']).describe('Whether everything is reduced, or only the entitled'),
  allocation_method: z
    .enum(['each', 'across'])
    .describe('Whether each item gets the discount, or all share it; each for shipping'),
  customer_selection: z.enum(['all', 'prerequisite']).describe('Whether everybody gets it, or only the prerequisite'),
  starts_at: z
    .string()
    .describe('When it begins')
    .meta({ examples: ['2026-11-01T09:00:00Z'] }),
});

const optional = {
  ends_at: settable.time('When it ends; never by default'),
  usage_limit: settable.whole('How often it can be used in all'),
  once_per_customer: settable.flag('Whether each customer can use it only once'),
  entitled_product_ids: idList('Ids of the products that are reduced'),
  entitled_variant_ids: idList('Ids of the variants that are reduced'),
  entitled_collection_ids: idList('Ids of the collections that are reduced'),
  prerequisite_customer_ids: idList('Ids of the customers who get it'),
  prerequisite_subtotal_range: z
    .strictObject({ greater_than_or_equal_to: z.string().describe('Lowest sum') })
    .optional()
    .describe('What the items of an order must cost at least'),
};

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
      params: byId,
      recordAt: 'price_rule',
    }),
    create: shopify('POST /price_rules.json', {
      beyondContract: true,
      summary: 'Create a rule for a discount; customers get it with a discount code',
      params: required.extend(optional),
      wire: under('price_rule'),
      recordAt: 'price_rule',
    }),
    update: shopify('PUT /price_rules/{price_rule_id}.json', {
      beyondContract: true,
      summary: 'Change a rule for a discount; omitted fields stay unchanged',
      params: byId.extend({
        title: settable.text('Name of the rule, which only staff see'),
        value: settable.money('Amount or percentage taken off, as a negative number'),
        starts_at: settable.time('When it begins'),
        ...optional,
      }),
      wire: under('price_rule'),
      recordAt: 'price_rule',
    }),
    delete: shopify('DELETE /price_rules/{price_rule_id}.json', {
      beyondContract: true,
      summary: 'Delete a rule for a discount with its codes',
      params: byId,
      result: Deleted,
    }),
  },
  search: {
    title: 'title',
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
