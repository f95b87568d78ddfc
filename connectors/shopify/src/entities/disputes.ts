import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { day, id, isoTime, money, paged, text, whole, wholeList } from '../shared.ts';

const Dispute = z.object({
  id: z.int(),
  order_id: whole,
  type: text,
  currency: text,
  amount: money,
  reason: text,
  network_reason_code: text,
  status: text,
  evidence_due_by: isoTime,
  evidence_sent_on: day,
  finalized_on: day,
  initiated_at: isoTime,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/dispute */
export const disputes = defineEntity({
  name: 'disputes',
  summary: 'Payments that customers dispute with their bank',
  keywords: ['contest', 'chargeback'],
  record: Dispute,
  key: 'id',
  actions: {
    list: shopifyList('GET /shopify_payments/disputes.json', {
      summary: 'List disputes',
      params: z.object({
        ...paged,
        status: z.string().optional().describe('Only disputes with this status, such as needs_response'),
        initiated_at: z.string().optional().describe('Only disputes initiated on this ISO 8601 date'),
      }),
      recordsAt: 'disputes',
    }),
    get: shopify('GET /shopify_payments/disputes/{dispute_id}.json', {
      summary: 'Get one dispute',
      params: z.object({ dispute_id: id('dispute') }),
      recordAt: 'dispute',
    }),
  },
  search: { fields: allFields(Dispute, { except: ['evidence_sent_on'] }) },
  // A shop without Shopify Payments has no disputes.
  sync: { ...wholeList, notFound: 'empty' },
});
