import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { id, settable } from '../shared.ts';
import { DraftOrder } from './draft-orders.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/draftorder#put-draft-orders-draft-order-id-complete */
export const draftOrderComplete = defineEntity({
  name: 'draft_order_complete',
  summary: 'Completions of draft orders, which make orders of them',
  keywords: ['turn the draft into an order', 'convert the quote', 'finish the draft', 'place the order'],
  beyondContract: true,
  record: DraftOrder,
  key: 'id',
  actions: {
    update: shopify('PUT /draft_orders/{draft_order_id}/complete.json', {
      summary: 'Complete a draft order: it becomes an order, and the customer is notified as the shop is set up',
      effect: 'outward',
      params: z.object({
        draft_order_id: id('draft order'),
        payment_pending: settable.flag('True if it is not paid yet; by default it counts as paid'),
      }),
      wire: (query) => ({ query }),
      recordAt: 'draft_order',
    }),
  },
});
