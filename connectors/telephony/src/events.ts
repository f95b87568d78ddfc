import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type ConnectorEvents,
  type EventHint,
  type EventRequest,
  ownSignature,
  type RawValue,
} from '@connectory/connector-sdk';

/** What Twilio tells of, by the parameter with its id. */
const kinds: Readonly<Record<string, string>> = {
  CallSid: 'calls',
  MessageSid: 'messages',
  RecordingSid: 'recordings',
  ConferenceSid: 'conferences',
  TranscriptionSid: 'transcriptions',
};

const demoToken = 'demo-auth-token-of-twilio';

/** https://www.twilio.com/docs/usage/security#validating-requests: the URL, then all parameters sorted by name. */
function signatureOf({ url, body }: EventRequest, secret: string): Buffer {
  const form = [...new URLSearchParams(Buffer.from(body).toString('utf8'))];
  const sorted = form.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  const text = url + sorted.map(([name, value]) => name + value).join('');
  return createHmac('sha1', secret).update(text, 'utf8').digest();
}

function hintsOf(body: RawValue): readonly EventHint[] {
  const account = body.AccountSid;
  if (typeof account !== 'string') return [];
  return Object.entries(kinds).flatMap(([param, entity]) => {
    const sid = body[param];
    return typeof sid === 'string' ? [{ entity, params: { AccountSid: account, sid } }] : [];
  });
}

/** https://www.twilio.com/docs/usage/webhooks */
export const events: ConnectorEvents = {
  documentation: 'https://www.twilio.com/docs/usage/webhooks',
  entities: Object.values(kinds),
  secret:
    'Auth token of the account whose calls and messages are told of, shown by Twilio on the first page of its console',
  signature: ownSignature({
    verify: (request, secret) => {
      const given = Buffer.from(request.headers['x-twilio-signature'] ?? '', 'base64');
      const expected = signatureOf(request, secret);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    simulate: {
      secret: demoToken,
      sign: (request) => ({ 'x-twilio-signature': signatureOf(request, demoToken).toString('base64') }),
    },
  }),
  hints: ({ body }) => (body === undefined ? [] : hintsOf(body)),
  simulate: ({ entity, kind, record, number }) => {
    const param = Object.keys(kinds).find((one) => kinds[one] === entity);
    // Of removals Twilio tells nothing.
    if (param === undefined || kind === 'removed') return undefined;
    const body = { AccountSid: record.account_sid, [param]: record.sid, SequenceNumber: String(number) };
    return { encoding: 'form', body };
  },
};
