import { allFields, decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { historySince, ofEachAccount } from '../of-each-account.ts';
import {
  errorCodeAsText,
  firstDay,
  inAccount,
  listParams,
  oneOf,
  phoneNumber,
  resource,
  SubresourceUris,
  vendorTime,
} from '../shared.ts';

const Message = z.object({
  ...resource,
  api_version: z.string().nullish(),
  body: z.string().nullish(),
  date_sent: vendorTime,
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

/** https://www.twilio.com/docs/messaging/api/message-resource */
export const messages = defineEntity({
  name: 'messages',
  summary: 'SMS, MMS and chat messages to and from the numbers of an account',
  keywords: ['text', 'was the sms delivered', 'said', 'whatsapp', 'sms sent', 'undelivered', 'failed messages'],
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
    }),
    update: twilio('POST /Accounts/{AccountSid}/Messages/{sid}.json', {
      beyondContract: true,
      summary: 'Remove the text of a message, or cancel one that is scheduled',
      params: oneOf('SM', 'message').extend({
        Body: z.literal('').optional().describe('The empty text permanently removes what the message says'),
        Status: z.literal('canceled').optional().describe('Cancels a scheduled message'),
      }),
      ...errorCodeAsText,
    }),
    delete: twilio('DELETE /Accounts/{AccountSid}/Messages/{sid}.json', {
      beyondContract: true,
      summary: 'Delete the record of a message; a sent message stays with its recipient',
      params: oneOf('SM', 'message'),
      result: z.object({ sid: z.string() }),
      toRecord: (_response, { sid }) => ({ sid }),
    }),
  },
  search: {
    title: ['direction', 'from', 'to'],
    fields: [
      ...allFields(Message, {
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
      'date_created',
      'date_sent',
    ],
  },
  sync: {
    ...ofEachAccount,
    params: { PageSize: 1000, 'DateSent>': historySince },
    // Carriers report for a day or two what became of a message.
    cursor: { field: 'date_sent', param: 'DateSent>', reads: 'rfc-2822', writes: 'date', lookBack: { days: 3 } },
  },
});
