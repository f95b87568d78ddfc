import { defineEntity, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { returnParams } from '../records/refund.ts';
import { id, money, part, parts, text, under, whole } from '../shared.ts';

const Calculation = z.object({
  shipping: part.describe('Shipping costs to pay back, and the most that is possible'),
  refund_line_items: parts.describe('Items taken back, with their price and tax'),
  transactions: z
    .array(z.object({ parent_id: whole, amount: money, kind: text, gateway: text }))
    .nullish()
    .describe('What would be paid back, in the form in which `order_refunds create` takes it'),
  currency: text,
});

const asRefund = ({ parent_id, amount, gateway }: RawValue) => ({ parent_id, amount, kind: 'refund', gateway });

/** https://shopify.dev/docs/api/admin-rest/latest/resources/refund#post-orders-order-id-refunds-calculate */
export const orderRefundCalculations = defineEntity({
  name: 'order_refund_calculations',
  summary: 'What a refund of an order would pay back, before it is made',
  keywords: ['refund preview', 'how much can be refunded', 'refundable amount'],
  beyondContract: true,
  record: Calculation,
  key: null,
  actions: {
    create: shopify('POST /orders/{order_id}/refunds/calculate.json', {
      summary: 'Calculate a refund of an order without making it',
      effect: 'read',
      params: z.object({ order_id: id('order'), ...returnParams.shape }),
      wire: under('refund'),
      recordAt: 'refund',
      toRecord: ({ transactions, ...refund }) => ({ ...refund, transactions: transactions?.map(asRefund) }),
    }),
  },
});
