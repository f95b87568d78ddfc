import { type ConnectorEvents, type EventHint, hmacSignature, type RawValue } from '@connectory/connector-sdk';

/** Entities with events, by the parameter with the id. */
export const kinds: Readonly<Record<string, string>> = {
  CallSid: 'calls',
  MessageSid: 'messages',
  RecordingSid: 'recordings',
  ConferenceSid: 'conferences',
  TranscriptionSid: 'transcriptions',
};

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
  // https://www.twilio.com/docs/usage/security#validating-requests
  signature: hmacSignature({
    header: 'x-twilio-signature',
    algorithm: 'sha1',
    encoding: 'base64',
    content: '{url}{form}',
  }),
  hints: ({ body }) => (body === undefined ? [] : hintsOf(body)),
};
