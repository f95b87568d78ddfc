import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { FeeLine, LineItem, ShippingLine, TaxLine } from '../records/order-line.ts';
import { amount, byId, created, flag, MetaData, paged, text, whole } from '../shared.ts';
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
