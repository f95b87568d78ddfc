import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { metadata, object, unixTime } from '../shared.ts';

const billingScheme = z.enum(['per_unit', 'tiered']);
const interval = z.enum(['day', 'week', 'month', 'year']);
const taxBehavior = z.enum(['exclusive', 'inclusive', 'unspecified']);
const usageType = z.enum(['metered', 'licensed']);

const Price = z.object({
  id: z.string(),
  object: z.literal('price'),
  active: z.boolean(),
  billing_scheme: billingScheme,
  created: unixTime,
  currency: z.string(),
  livemode: z.boolean(),
  lookup_key: z.string().nullable(),
  metadata: object,
  nickname: z.string().nullable(),
  product: z.string(),
  recurring: z.object({ interval, interval_count: z.int(), usage_type: usageType }).nullable(),
  tax_behavior: taxBehavior.nullable(),
  tiers_mode: z.string().nullable(),
  transform_quantity: z.object({ divide_by: z.int(), round: z.enum(['up', 'down']) }).nullable(),
  type: z.enum(['one_time', 'recurring']),
  unit_amount: z.int().nullable(),
  unit_amount_decimal: z.string().nullable(),
});

/** https://docs.stripe.com/api/prices */
export const prices = defineEntity({
  name: 'prices',
  summary: 'What a product costs, once or per period',
  keywords: ['price plan', 'yearly price', 'tariff', 'per seat', 'price point', 'annual price', 'monthly price'],
  record: Price,
  key: 'id',
  actions: {
    create: stripe('POST /v1/prices', {
      summary: 'Create a price for a product',
      params: z.object({
        currency: z.string().describe('Three-letter ISO 4217 code in lower case'),
        product: z.string().describe('Id of the product it is for'),
        unit_amount: z.int().describe('Cost of one unit, in the smallest currency unit; 0 for a free price'),
        active: z.boolean().optional().describe('Whether it can be used for new purchases'),
        nickname: z.string().optional().describe('Short name, hidden from customers'),
        recurring: z
          .strictObject({
            interval: interval.describe('Unit of the billing period'),
            interval_count: z.int().optional().describe('Units per period: 3 with month bills every quarter'),
            usage_type: usageType.optional().describe('Billed by agreed quantity, or by usage'),
          })
          .optional()
          .describe('Makes it a recurring price, billed per period'),
        billing_scheme: billingScheme.optional().describe('One amount per unit, or amounts by tier of quantity'),
        lookup_key: z.string().optional().describe('Your own name for the price, by which it can be looked up'),
        tax_behavior: taxBehavior.optional().describe('Whether the amount contains the tax'),
        metadata,
      }),
    }),
  },
});
