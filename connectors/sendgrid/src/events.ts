import { type ConnectorEvents, ecdsaSignature, type RawValue } from '@connectory/connector-sdk';
import { webhooks } from './webhooks.ts';

/** The copies that an event shows to be out of date: none of their records can be read alone. */
function entityOf({ event, type }: RawValue): string | undefined {
  switch (event) {
    case 'bounce':
      return type === 'blocked' ? 'blocks' : 'bounces';
    case 'dropped':
      return 'invalid_emails';
    case 'unsubscribe':
    case 'resubscribe':
      return 'global_suppressions';
    case 'group_unsubscribe':
    case 'group_resubscribe':
      return 'suppression_group_members';
    default:
      return undefined;
  }
}

export const simulated: Readonly<Record<string, RawValue>> = {
  bounces: { event: 'bounce', type: 'bounce' },
  blocks: { event: 'bounce', type: 'blocked' },
  invalid_emails: { event: 'dropped', reason: 'Invalid' },
  global_suppressions: { event: 'unsubscribe' },
  suppression_group_members: { event: 'group_unsubscribe' },
};

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
export const events: ConnectorEvents = {
  documentation: 'https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event',
  entities: Object.keys(simulated),
  secret: 'Verification key of the event webhook, shown by SendGrid under Settings → Mail Settings → Event Webhooks',
  // https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
  signature: ecdsaSignature({
    header: 'x-twilio-email-event-webhook-signature',
    content: '{timestamp}{body}',
    timestamp: { header: 'x-twilio-email-event-webhook-timestamp', toleranceSeconds: 600 },
  }),
  registration: {
    webhooks,
    url: 'url',
    secretAt: 'public_key',
    secretBy: 'update',
    permission: 'the scopes that begin with user.webhooks.event.settings',
  },
  hints: ({ body }) => {
    const entities = Array.isArray(body) ? body.flatMap((event) => entityOf(event) ?? []) : [];
    return Array.from(new Set(entities), (entity) => ({ entity }));
  },
};
