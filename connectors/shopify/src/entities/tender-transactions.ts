import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { byProcessing, flag, isoTime, money, paged, part, text, whole, wholeList } from '../shared.ts';

const TenderTransaction = z.object({
  id: z.int(),
  order_id: whole,
  amount: money,
  currency: text,
  user_id: whole,
  test: flag,
  processed_at: isoTime,
  remote_reference: text,
  payment_details: part,
  payment_method: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/tendertransaction */
export const tenderTransactions = defineEntity({
  name: 'tender_transactions',
  summary: 'Money received or paid out, by payment method; paid-out amounts are negative',
  keywords: ['cash payments', 'paypal payments', 'means of payment', 'cash flow', 'cash or card'],
  record: TenderTransaction,
  key: 'id',
  actions: {
    list: shopifyList('GET /tender_transactions.json', {
      summary: 'List tender transactions',
      params: z.object({
        ...paged,
        ...byProcessing,
        order: z
          .enum(['processed_at ASC', 'processed_at DESC'])
          .optional()
          .describe('Whether the oldest or the newest come first'),
      }),
      recordsAt: 'tender_transactions',
    }),
  },
  search: { fields: allFields(TenderTransaction, { except: ['remote_reference', 'payment_details'] }) },
  // They never change, but may be recorded some time after they were processed.
  sync: { ...wholeList, cursor: { field: 'processed_at', param: 'processed_at_min', lookBack: { days: 7 } } },
});
