import { type ConnectorEvents, hmacSignature, ownMember } from '@connectory/connector-sdk';
import { webhooks } from './webhooks.ts';

/** Objects of events, by Stripe's name. */
export const entities: Readonly<Record<string, string>> = {
  customer: 'customers',
  invoice: 'invoices',
  charge: 'charges',
  subscription: 'subscriptions',
  refund: 'refunds',
};

// A cancelled subscription is `customer.subscription.deleted`, and stays in the list.
const removals = ['customer.deleted', 'invoice.deleted'];

/** https://docs.stripe.com/webhooks */
export const events: ConnectorEvents = {
  documentation: 'https://docs.stripe.com/webhooks',
  entities: Object.values(entities),
  secret: 'Signing secret of the endpoint (whsec_…), shown by Stripe under Developers → Webhooks',
  signature: hmacSignature({
    header: 'stripe-signature',
    prefix: 'v1=',
    separator: ',',
    content: '{timestamp}.{body}',
    timestamp: { header: 'stripe-signature', prefix: 't=' },
  }),
  registration: {
    webhooks,
    url: 'url',
    secretAt: 'secret',
    permission: 'a secret key, or a restricted key with “Write” for Webhook Endpoints',
  },
  id: { body: 'id' },
  hints: ({ body }) => {
    const { object, id } = body?.data?.object ?? {};
    const entity = ownMember(entities, object);
    // The preview of the next invoice has no id.
    if (entity === undefined || typeof id !== 'string') return [];
    return [{ entity, params: { id }, gone: removals.includes(body.type) }];
  },
};
