import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { type ConnectorEvents, type EventRequest, ownSignature, type RawValue } from '@connectory/connector-sdk';

const toleranceMilliseconds = 600_000;
const signatureHeader = 'x-twilio-email-event-webhook-signature';
const timestampHeader = 'x-twilio-email-event-webhook-timestamp';

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features */
const signed = ({ headers, body }: EventRequest) => Buffer.concat([Buffer.from(headers[timestampHeader] ?? ''), body]);

function isSigned(request: EventRequest, secret: string, now: number): boolean {
  const seconds = request.headers[timestampHeader] ?? '';
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now - Number(seconds) * 1000) > toleranceMilliseconds) return false;
  const key = createPublicKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'spki' });
  return verify('sha256', signed(request), key, Buffer.from(request.headers[signatureHeader] ?? '', 'base64'));
}

let demoKeys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } | undefined;
function keysOfDemo() {
  demoKeys ??= generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return demoKeys;
}

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

const simulated: Readonly<Record<string, RawValue>> = {
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
  signature: ownSignature({
    verify: isSigned,
    simulate: {
      get secret() {
        return keysOfDemo().publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
      },
      sign: (request, now) => {
        const time = { [timestampHeader]: String(Math.floor(now / 1000)) };
        const bytes = signed({ ...request, headers: { ...request.headers, ...time } });
        return { ...time, [signatureHeader]: sign('sha256', bytes, keysOfDemo().privateKey).toString('base64') };
      },
    },
  }),
  hints: ({ body }) => {
    const entities = Array.isArray(body) ? body.flatMap((event) => entityOf(event) ?? []) : [];
    return Array.from(new Set(entities), (entity) => ({ entity }));
  },
  simulate: ({ entity, kind, record, number, time }) => {
    const about = simulated[entity];
    if (about === undefined || kind === 'removed') return undefined;
    const timestamp = Math.floor(time / 1000);
    return { body: [{ email: record.email, timestamp, sg_event_id: `demo-${number}`, ...about }] };
  },
};
