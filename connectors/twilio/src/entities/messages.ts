import { allFields, decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { historySince, ofEachAccount } from '../of-each-account.ts';
import { messageLines, momentOf, phoneNumberOf, sampleResource } from '../sample-practice.ts';
import {
  errorCodeAsText,
  firstDay,
  inAccount,
  isoTimes,
  listParams,
  oneOf,
  phoneNumber,
  resource,
  SubresourceUris,
} from '../shared.ts';

const Message = z.object({
  ...resource,
  api_version: z.string().nullish(),
  body: z.string().nullish(),
  date_sent: z.string().nullish(),
  direction: z.string().nullish(),
  error_code: z.string().nullish(),
  error_message: z.string().nullish(),
  from: z.string().nullish(),
  messaging_service_sid: z.string().nullish(),
  num_media: decimal().nullish(),
  num_segments: decimal().nullish(),
  price: decimal().nullish(),
  price_unit: z.string().nullish(),
  status: z.string().nullish(),
  subresource_uris: SubresourceUris,
  to: z.string().nullish(),
});

const newMessage = inAccount.extend({
  To: phoneNumber.describe('Recipient: phone number in E.164 format, or an address such as `whatsapp:+14155550100`'),
  From: phoneNumber.optional().describe('Sender: phone number, short code or sender ID of the account'),
  MessagingServiceSid: z.string().optional().describe('SID of the messaging service that chooses the sender'),
  Body: z.string().optional().describe('Text of the message, at most 1,600 characters'),
  MediaUrl: z.array(z.string()).optional().describe('URLs of pictures or other files to send, at most 10'),
  ContentSid: z.string().optional().describe('SID of the content template to send'),
  StatusCallback: z.string().optional().describe('URL that receives the status of the message'),
  ValidityPeriod: z
    .int()
    .optional()
    .describe('Seconds the message may wait to be sent before it is dropped: 1 to 36,000'),
});

const unreachable = { status: 'undelivered', error_code: '30003', error_message: 'Unreachable destination handset' };

/** https://www.twilio.com/docs/messaging/api/message-resource */
export const messages = defineEntity({
  name: 'messages',
  summary: 'SMS, MMS and chat messages to and from the numbers of an account',
  record: Message,
  key: 'sid',
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/Messages.json', {
      summary: 'List messages, newest first',
      params: listParams.extend({ 'DateSent>': firstDay.describe('Only messages sent on or after this day (UTC)') }),
      recordsAt: 'messages',
      ...errorCodeAsText,
    }),
    get: twilio('GET /Accounts/{AccountSid}/Messages/{sid}.json', {
      summary: 'Get one message',
      params: oneOf('SM', 'message'),
      ...errorCodeAsText,
    }),
    create: twilio('POST /Accounts/{AccountSid}/Messages.json', {
      summary:
        'Send a message; requires a sender (From or MessagingServiceSid) and content (Body, MediaUrl or ContentSid)',
      effect: 'outward',
      params: newMessage,
      ...errorCodeAsText,
      simulate: {
        values: ({ To, From = null, Body = '', MediaUrl = [], MessagingServiceSid = null }) => ({
          to: To,
          from: From,
          body: Body,
          messaging_service_sid: MessagingServiceSid,
          num_media: String(MediaUrl.length),
          num_segments: String(Math.max(1, Math.ceil(Body.length / 160))),
          direction: 'outbound-api',
          status: From === null ? 'accepted' : 'queued',
          error_code: null,
          error_message: null,
          date_sent: null,
          price: null,
        }),
      },
    }),
  },
  search: {
    fields: allFields(Message, {
      except: [
        'api_version',
        'date_created',
        'date_sent',
        'date_updated',
        'messaging_service_sid',
        'subresource_uris',
        'uri',
      ],
    }),
    derived: isoTimes('date_created', 'date_sent'),
  },
  sync: {
    ...ofEachAccount,
    params: { PageSize: 1000, 'DateSent>': historySince },
    // Carriers report for a day or two what became of a message.
    cursor: { field: 'date_sent', param: 'DateSent>', reads: 'rfc-2822', writes: 'date', lookBack: { days: 3 } },
  },
  sample: (source) => {
    const { index } = source;
    const account = String(source.of('incoming_phone_numbers', 'account_sid'));
    const own = source.of('incoming_phone_numbers', 'phone_number');
    const patient = phoneNumberOf(index * 7 + 3, '925');
    const [isInbound, body] = messageLines[index % messageLines.length] as (typeof messageLines)[number];
    const segments = Math.ceil(body.length / 160);
    const isLost = index % 12 === 7;
    return {
      ...sampleResource('SM', 'Messages', account, { index, holds: ['Media'] }),
      api_version: '2010-04-01',
      body,
      date_sent: momentOf(index, 1),
      direction: isInbound ? 'inbound' : 'outbound-api',
      status: isInbound ? 'received' : 'delivered',
      error_code: null,
      error_message: null,
      ...(isLost && unreachable),
      from: isInbound ? patient : own,
      to: isInbound ? own : patient,
      messaging_service_sid: null,
      num_media: '0',
      num_segments: String(segments),
      price: (segments * -0.0083).toFixed(5),
      price_unit: 'USD',
    };
  },
});
