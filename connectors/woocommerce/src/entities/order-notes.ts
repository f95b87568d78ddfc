import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { byId, created, flag, forGood, settable, text } from '../shared.ts';
import { orders } from './orders.ts';

const OrderNote = z.object({ id: z.int(), author: text, ...created, note: text, customer_note: flag });

const byOrder = z.object({ order_id: z.int().describe('Id of the order') });

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#order-notes */
export const orderNotes = defineEntity({
  name: 'order_notes',
  summary: 'Notes on an order: events, internal remarks, and messages to the customer',
  keywords: ['purchases', 'order log', 'order history', 'order comments', 'message to the buyer'],
  record: OrderNote,
  key: 'id',
  actions: {
    list: woocommerce('GET /orders/{order_id}/notes', {
      summary: 'List all notes on an order, newest first',
      params: byOrder.extend({
        type: z
          .enum(['any', 'customer', 'internal'])
          .default('any')
          .describe('Only notes to the customer, or only internal ones'),
      }),
      paging: null,
    }),
    get: woocommerce('GET /orders/{order_id}/notes/{id}', {
      summary: 'Get one note on an order',
      params: byOrder.extend(byId('Note').shape),
    }),
    create: woocommerce('POST /orders/{order_id}/notes', {
      beyondContract: true,
      summary: 'Add a note to an order, for staff or as a message to the customer',
      effect: 'outward',
      params: byOrder.extend({
        note: z.string().describe('Text of the note'),
        customer_note: settable.flag(
          'True shows the note to the customer and sends it by email; by default only staff see it',
        ),
        added_by_user: settable.flag('True names the user of the API key as the author; by default it is the system'),
      }),
    }),
    delete: woocommerce('DELETE /orders/{order_id}/notes/{id}', {
      beyondContract: true,
      summary: 'Delete a note permanently',
      params: byOrder.extend(byId('Note').shape),
      wire: forGood,
    }),
  },
  search: { fields: allFields(OrderNote, { except: ['customer_note'] }) },
  sync: { via: 'list', each: orders, bind: { order_id: 'id' }, notFound: 'empty' },
});
