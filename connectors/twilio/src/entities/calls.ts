import { decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { historySince, ofEachAccount } from '../of-each-account.ts';
import {
  firstDay,
  inAccount,
  listParams,
  method,
  oneOf,
  phoneNumber,
  resource,
  SubresourceUris,
  vendorTime,
} from '../shared.ts';

const Call = z.object({
  ...resource,
  parent_call_sid: z.string().nullish(),
  to: z.string().nullish(),
  to_formatted: z.string().nullish(),
  from: z.string().nullish(),
  from_formatted: z.string().nullish(),
  phone_number_sid: z.string().nullish(),
  status: z.string().nullish(),
  start_time: vendorTime,
  end_time: vendorTime,
  duration: decimal().nullish(),
  price: decimal().nullish(),
  price_unit: z.string().nullish(),
  direction: z.string().nullish(),
  answered_by: z.string().nullish(),
  annotation: z.string().nullish(),
  api_version: z.string().nullish(),
  forwarded_from: z.string().nullish(),
  group_sid: z.string().nullish(),
  caller_name: z.string().nullish(),
  queue_time: z.string().nullish(),
  trunk_sid: z.string().nullish(),
  subresource_uris: SubresourceUris,
});

const newCall = inAccount.extend({
  To: phoneNumber.describe('Phone number in E.164 format, SIP address or client to call'),
  From: phoneNumber.describe('Phone number of the account, verified caller ID or client that calls'),
  Url: z.string().optional().describe('URL that returns the instructions (TwiML) for the call'),
  Twiml: z.string().optional().describe('The instructions (TwiML) themselves, at most 4,000 characters'),
  ApplicationSid: z.string().optional().describe('SID of the application that handles the call'),
  Method: method.optional().describe('HTTP method with which `Url` is requested; POST by default'),
  StatusCallback: z.string().optional().describe('URL that receives the status of the call'),
  StatusCallbackMethod: method
    .optional()
    .describe('HTTP method with which `StatusCallback` is requested; POST by default'),
  Timeout: z.int().optional().describe('Seconds to let the phone ring: 60 by default, at most 600'),
  Record: z.boolean().optional().describe('Whether the call is recorded'),
  MachineDetection: z
    .string()
    .optional()
    .describe('`Enable` or `DetectMessageEnd` to find out whether a person or a machine answered'),
  SendDigits: z
    .string()
    .optional()
    .describe('Keys to press once connected, such as `1234#`; a `w` waits half a second; at most 32'),
});

/** https://www.twilio.com/docs/voice/api/call-resource */
export const calls = defineEntity({
  name: 'calls',
  summary: 'Phone calls to and from the numbers of an account',
  keywords: ['ring', 'rang', 'how long was the call', 'missed calls', 'talked', 'pick up', 'talk time', 'dial'],
  record: Call,
  key: 'sid',
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/Calls.json', {
      summary: 'List calls, newest first',
      params: listParams.extend({
        'StartTime>': firstDay.describe('Only calls that started on or after this day (UTC)'),
      }),
      recordsAt: 'calls',
    }),
    get: twilio('GET /Accounts/{AccountSid}/Calls/{sid}.json', {
      summary: 'Get one call',
      params: oneOf('CA', 'call'),
    }),
    create: twilio('POST /Accounts/{AccountSid}/Calls.json', {
      summary: 'Make a phone call; requires one of Url, Twiml and ApplicationSid',
      effect: 'outward',
      params: newCall,
    }),
  },
  search: {
    title: ['direction', 'from', 'to'],
    fields: [
      'sid',
      'account_sid',
      'to',
      'from',
      'status',
      'direction',
      'duration',
      'price',
      'price_unit',
      'start_time',
      'end_time',
      'date_created',
      'date_updated',
    ],
  },
  sync: {
    ...ofEachAccount,
    params: { PageSize: 1000, 'StartTime>': historySince },
    // A call may last a day, and gets its price some time after.
    cursor: { field: 'start_time', param: 'StartTime>', reads: 'rfc-2822', writes: 'date', lookBack: { days: 2 } },
  },
});
