import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { ofEachAccount } from '../of-each-account.ts';
import { listParams, oneOf, resource } from '../shared.ts';

const OutgoingCallerId = z.object({
  ...resource,
  friendly_name: z.string().nullish(),
  phone_number: z.string().nullish(),
});

/** https://www.twilio.com/docs/voice/api/outgoing-caller-ids */
export const outgoingCallerIds = defineEntity({
  name: 'outgoing_caller_ids',
  summary: 'Verified phone numbers that calls can show as the caller',
  keywords: ['display number'],
  record: OutgoingCallerId,
  key: 'sid',
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/OutgoingCallerIds.json', {
      summary: 'List the verified caller IDs of an account',
      params: listParams,
      recordsAt: 'outgoing_caller_ids',
    }),
    get: twilio('GET /Accounts/{AccountSid}/OutgoingCallerIds/{sid}.json', {
      summary: 'Get one verified caller ID',
      params: oneOf('PN', 'caller ID'),
    }),
  },
  search: {
    title: ['friendly_name', 'phone_number'],
    fields: [
      ...allFields(OutgoingCallerId, { except: ['date_created', 'date_updated', 'uri'] }),
      'date_created',
      'date_updated',
    ],
  },
  sync: ofEachAccount,
});
