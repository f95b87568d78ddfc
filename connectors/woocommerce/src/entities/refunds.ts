import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { FeeLine, LineItem, ShippingLine, TaxLine } from '../records/order-line.ts';
import { amount, byId, created, flag, MetaData, metaParam, paged, settable, text, whole } from '../shared.ts';
import { orders } from './orders.ts';

const Refund = z.object({
  id: z.int(),
  ...created,
  amount,
  reason: text,
  refunded_by: whole,
  refunded_payment: flag,
  meta_data: MetaData,
  line_items: z.array(LineItem).nullish(),
  shipping_lines: z.array(ShippingLine).nullish(),
  tax_lines: z.array(TaxLine).nullish(),
  fee_lines: z.array(FeeLine).nullish(),
});

const byOrder = z.object({ order_id: z.int().describe('Id of the order') });

const taxesBack = z
  .array(
    z.strictObject({
      id: z.int().describe('Id of the tax rate'),
      refund_total: z.number().describe('Tax to pay back'),
    }),
  )
  .optional()
  .describe('Taxes to pay back, by tax rate');

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#refunds */
export const refunds = defineEntity({
  name: 'refunds',
  summary: 'Money that was given back for an order',
  keywords: ['returns', 'paid back', 'returned items', 'restocked', 'refunded lines'],
  record: Refund,
  key: 'id',
  actions: {
    list: woocommerce('GET /orders/{order_id}/refunds', {
      summary: 'List the refunds of an order, newest first',
      params: byOrder.extend(paged),
    }),
    get: woocommerce('GET /orders/{order_id}/refunds/{id}', {
      summary: 'Get one refund of an order',
      params: byOrder.extend(byId('Refund').shape),
    }),
    create: woocommerce('POST /orders/{order_id}/refunds', {
      beyondContract: true,
      summary: 'Refund an order in full or in part: by default the payment gateway pays the money back',
      effect: 'outward',
      params: byOrder.extend({
        amount: settable.amount('Amount to pay back with tax; by default the sum of the lines'),
        reason: settable.text('Why it is refunded'),
        line_items: z
          .array(
            z.strictObject({
              id: z.int().describe('Id of the line of the order'),
              quantity: settable.whole('Number of units that are taken back'),
              refund_total: z.number().optional().describe('Amount to pay back for the line, without tax'),
              refund_tax: taxesBack,
            }),
          )
          .optional()
          .describe('Lines that are taken back'),
        api_refund: settable.flag('False only records the refund; by default the payment gateway pays it'),
        api_restock: settable.flag('False leaves the stock as it is; by default the units go back to it'),
        meta_data: metaParam,
      }),
    }),
  },
  search: { fields: allFields(Refund, { except: ['shipping_lines', 'tax_lines', 'fee_lines'] }) },
  sync: {
    via: 'list',
    params: { per_page: 100 },
    each: orders,
    // An order lists its refunds, so orders without any are not requested.
    where: { any: { refunds: { gt: { id: 0 } } } },
    bind: { order_id: 'id' },
    notFound: 'empty',
  },
});
