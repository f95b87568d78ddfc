import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Deleted, id, isoTime, sized, text, under, whole, wholeList } from '../shared.ts';
import { priceRules } from './price-rules.ts';

const DiscountCode = z.object({
  id: z.int(),
  price_rule_id: whole,
  code: text,
  usage_count: whole,
  created_at: isoTime,
  updated_at: isoTime,
});

const ofRule = z.object({ price_rule_id: id('price rule') });

const ofCode = ofRule.extend({ discount_code_id: id('discount code') });

const code = z.string().describe('Code that customers enter; no two can be the same');

/** https://shopify.dev/docs/api/admin-rest/latest/resources/discountcode */
export const discountCodes = defineEntity({
  name: 'discount_codes',
  summary: 'What customers enter to get the discount of a price rule',
  keywords: ['promotion', 'how often was the code used', 'promo', 'coupon code', 'voucher code'],
  record: DiscountCode,
  key: 'id',
  actions: {
    list: shopifyList('GET /price_rules/{price_rule_id}/discount_codes.json', {
      summary: 'List the discount codes of a price rule',
      params: ofRule.extend(sized),
      recordsAt: 'discount_codes',
    }),
    get: shopify('GET /price_rules/{price_rule_id}/discount_codes/{discount_code_id}.json', {
      summary: 'Get one discount code of a price rule',
      params: ofCode,
      recordAt: 'discount_code',
    }),
    create: shopify('POST /price_rules/{price_rule_id}/discount_codes.json', {
      beyondContract: true,
      summary: 'Create a code with which customers get the discount of a price rule',
      params: ofRule.extend({ code }),
      wire: under('discount_code'),
      recordAt: 'discount_code',
    }),
    update: shopify('PUT /price_rules/{price_rule_id}/discount_codes/{discount_code_id}.json', {
      beyondContract: true,
      summary: 'Change what customers enter',
      params: ofCode.extend({ code }),
      wire: under('discount_code'),
      recordAt: 'discount_code',
    }),
    delete: shopify('DELETE /price_rules/{price_rule_id}/discount_codes/{discount_code_id}.json', {
      beyondContract: true,
      summary: 'Delete a discount code, so that it cannot be used any more',
      params: ofCode,
      result: Deleted,
    }),
  },
  search: { title: 'code', fields: allFields(DiscountCode) },
  sync: { ...wholeList, each: priceRules, bind: { price_rule_id: 'id' }, notFound: 'empty' },
});
