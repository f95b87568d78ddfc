import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { noteId, orderIdBelow, settledAgo, statusAt } from '../sample-orders.ts';
import { stamps } from '../sample-shop.ts';
import { byId, created, flag, text } from '../shared.ts';
import { orders } from './orders.ts';

const OrderNote = z.object({ id: z.int(), author: text, ...created, note: text, customer_note: flag });

const notes: Readonly<Record<string, string>> = {
  pending: 'Stock of the ordered products is held for 60 minutes.',
  processing: 'Payment received. Order status changed from Pending payment to Processing.',
  completed: 'Your parcel is on its way with An Post.',
  refunded: 'Order fully refunded. Order status changed from Processing to Refunded.',
  'on-hold': 'Awaiting bank transfer. Order status changed from Pending payment to On hold.',
  cancelled: 'Unpaid order cancelled - time limit reached. Order status changed from Pending payment to Cancelled.',
};

const byOrder = z.object({ order_id: z.int().describe('Id of the order') });

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#order-notes */
export const orderNotes = defineEntity({
  name: 'order_notes',
  summary: 'Notes on an order: events, internal remarks, and messages to the customer',
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
      simulate: {
        fields: { order_id: null },
        matches: ({ id, customer_note }, { order_id, type }) =>
          orderIdBelow(id) === order_id && (type === 'any' || customer_note === (type === 'customer')),
      },
    }),
    get: woocommerce('GET /orders/{order_id}/notes/{id}', {
      summary: 'Get one note on an order',
      params: byOrder.extend(byId('Note').shape),
      simulate: {
        fields: { order_id: null, id: 'id' },
        matches: ({ id }, { order_id }) => orderIdBelow(id) === order_id,
      },
    }),
  },
  search: { fields: allFields(OrderNote, { except: ['customer_note'] }) },
  sync: { via: 'list', each: orders, bind: { order_id: 'id' }, notFound: 'empty' },
  sample: ({ index }) => {
    const status = statusAt(index);
    const isToCustomer = status === 'completed';
    return {
      id: noteId(index),
      author: isToCustomer ? 'Brendan Casey' : 'WooCommerce',
      ...stamps('date_created', settledAgo(index)),
      note: notes[status] ?? '',
      customer_note: isToCustomer,
    };
  },
});
