import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { ofEachAccount } from '../of-each-account.ts';
import { inAccount, listParams, method, oneOf, phoneNumber, resource, SubresourceUris } from '../shared.ts';

const IncomingPhoneNumber = z.object({
  ...resource,
  friendly_name: z.string().nullish(),
  phone_number: z.string().nullish(),
  voice_url: z.string().nullish(),
  voice_method: z.string().nullish(),
  voice_fallback_url: z.string().nullish(),
  voice_fallback_method: z.string().nullish(),
  voice_caller_id_lookup: z.boolean().nullish(),
  sms_url: z.string().nullish(),
  sms_method: z.string().nullish(),
  sms_fallback_url: z.string().nullish(),
  sms_fallback_method: z.string().nullish(),
  address_requirements: z.string().nullish(),
  beta: z.boolean().nullish(),
  capabilities: z
    .object({
      voice: z.boolean().nullish(),
      sms: z.boolean().nullish(),
      mms: z.boolean().nullish(),
      fax: z.boolean().nullish(),
    })
    .nullish(),
  voice_receive_mode: z.string().nullish(),
  status_callback: z.string().nullish(),
  status_callback_method: z.string().nullish(),
  api_version: z.string().nullish(),
  voice_application_sid: z.string().nullish(),
  sms_application_sid: z.string().nullish(),
  origin: z.string().nullish(),
  trunk_sid: z.string().nullish(),
  emergency_status: z.string().nullish(),
  emergency_address_sid: z.string().nullish(),
  emergency_address_status: z.string().nullish(),
  address_sid: z.string().nullish(),
  identity_sid: z.string().nullish(),
  bundle_sid: z.string().nullish(),
  status: z.string().nullish(),
  type: z.string().nullish(),
  subresource_uris: SubresourceUris,
});

const newNumber = inAccount.extend({
  PhoneNumber: phoneNumber.optional().describe('Phone number to buy, in E.164 format'),
  AreaCode: z
    .string()
    .optional()
    .describe('Area code in the US or Canada in which Twilio chooses the number to buy')
    .meta({ examples: ['510'] }),
  FriendlyName: z
    .string()
    .optional()
    .describe('Name of the number, at most 64 characters; by default the number itself'),
  VoiceUrl: z.string().optional().describe('URL that answers calls'),
  VoiceMethod: method.optional().describe('HTTP method with which `VoiceUrl` is requested; POST by default'),
  SmsUrl: z.string().optional().describe('URL that receives messages'),
  SmsMethod: method.optional().describe('HTTP method with which `SmsUrl` is requested; POST by default'),
  StatusCallback: z.string().optional().describe('URL that receives the status of calls'),
  VoiceApplicationSid: z.string().optional().describe('SID of the application that handles calls instead of the URL'),
  SmsApplicationSid: z.string().optional().describe('SID of the application that handles messages instead of the URL'),
});

/** https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource */
export const incomingPhoneNumbers = defineEntity({
  name: 'incoming_phone_numbers',
  summary: 'Phone numbers an account owns',
  keywords: ['buy a number', 'new number', 'twilio numbers', 'hotline', 'local number', 'dial in numbers'],
  record: IncomingPhoneNumber,
  key: 'sid',
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/IncomingPhoneNumbers.json', {
      summary: 'List the phone numbers of an account',
      params: listParams,
      recordsAt: 'incoming_phone_numbers',
    }),
    get: twilio('GET /Accounts/{AccountSid}/IncomingPhoneNumbers/{sid}.json', {
      summary: 'Get one phone number',
      params: oneOf('PN', 'phone number'),
    }),
    create: twilio('POST /Accounts/{AccountSid}/IncomingPhoneNumbers.json', {
      summary: 'Buy a phone number, which costs money every month; requires one of PhoneNumber and AreaCode',
      effect: 'outward',
      params: newNumber,
    }),
  },
  search: {
    title: ['friendly_name', 'phone_number'],
    fields: [
      'sid',
      'account_sid',
      'phone_number',
      'friendly_name',
      'status',
      'capabilities',
      'date_created',
      'date_updated',
    ],
  },
  sync: ofEachAccount,
});
