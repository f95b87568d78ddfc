import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { Fulfillment } from '../records/fulfillment.ts';
import { id } from '../shared.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/fulfillment#post-fulfillments-fulfillment-id-cancel */
export const fulfillmentCancellations = defineEntity({
  name: 'fulfillment_cancellations',
  summary: 'Cancellations of fulfillments, after which the items can be shipped again',
  keywords: ['undo the shipment', 'not shipped after all'],
  beyondContract: true,
  record: Fulfillment,
  key: 'id',
  actions: {
    create: shopify('POST /fulfillments/{fulfillment_id}/cancel.json', {
      summary: 'Cancel a fulfillment, so that its items count as not shipped',
      params: z.object({ fulfillment_id: id('fulfillment') }),
      recordAt: 'fulfillment',
    }),
  },
});
