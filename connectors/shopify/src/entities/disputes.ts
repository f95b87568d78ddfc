import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { orderAt } from '../sample-orders.ts';
import { dollars, idAt, series, shopOfSamples, timeAgo } from '../sample-shop.ts';
import { id, money, paged, text, whole, wholeList } from '../shared.ts';

const Dispute = z.object({
  id: z.int(),
  order_id: whole,
  type: text,
  currency: text,
  amount: money,
  reason: text,
  network_reason_code: text,
  status: text,
  evidence_due_by: text,
  evidence_sent_on: text,
  finalized_on: text,
  initiated_at: text,
});

// Position of the order, kind, reason, code of the card network, status.
const disputeLines = [
  [8, 'chargeback', 'product_not_received', '13.1', 'needs_response'],
  [14, 'inquiry', 'product_unacceptable', '13.3', 'under_review'],
  [20, 'chargeback', 'fraudulent', '10.4', 'won'],
  [23, 'chargeback', 'duplicate', '12.6.1', 'lost'],
] as const;

/** https://shopify.dev/docs/api/admin-rest/latest/resources/dispute */
export const disputes = defineEntity({
  name: 'disputes',
  summary: 'Payments that customers dispute with their bank',
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
  sample: ({ index }) => {
    const position = index % disputeLines.length;
    const [at, type, reason, network_reason_code, status] = disputeLines[position] ?? disputeLines[0];
    const order = orderAt(at);
    const began = at * 1.37 - 5;
    const isFinal = status === 'won' || status === 'lost';
    return {
      id: idAt(series.dispute, position),
      order_id: order.id,
      type,
      currency: shopOfSamples.currency,
      amount: dollars(order.total),
      reason,
      network_reason_code,
      status,
      evidence_due_by: timeAgo(began - 9),
      evidence_sent_on: status === 'needs_response' ? null : timeAgo(began - 4),
      finalized_on: isFinal ? timeAgo(began - 20).slice(0, 10) : null,
      initiated_at: timeAgo(began),
    };
  },
});
