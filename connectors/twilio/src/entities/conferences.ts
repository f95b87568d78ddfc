import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { historySince, ofEachAccount } from '../of-each-account.ts';
import { firstDay, listParams, oneOf, resource, SubresourceUris } from '../shared.ts';

const Conference = z.object({
  ...resource,
  api_version: z.string().nullish(),
  friendly_name: z.string().nullish(),
  region: z.string().nullish(),
  status: z.string().nullish(),
  reason_conference_ended: z.string().nullish(),
  call_sid_ending_conference: z.string().nullish(),
  subresource_uris: SubresourceUris,
});

/** https://www.twilio.com/docs/voice/api/conference-resource */
export const conferences = defineEntity({
  name: 'conferences',
  summary: 'Calls with several participants',
  keywords: ['group call', 'telephone conference', 'multi party', 'three way call', 'dial in meetings'],
  record: Conference,
  key: 'sid',
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/Conferences.json', {
      summary: 'List conferences, newest first',
      params: listParams.extend({
        'DateUpdated>': firstDay.describe('Only conferences that changed on or after this day (UTC)'),
      }),
      recordsAt: 'conferences',
    }),
    get: twilio('GET /Accounts/{AccountSid}/Conferences/{sid}.json', {
      summary: 'Get one conference',
      params: oneOf('CF', 'conference'),
    }),
  },
  search: {
    title: 'friendly_name',
    fields: ['sid', 'account_sid', 'friendly_name', 'status', 'region', 'date_created', 'date_updated'],
  },
  sync: {
    ...ofEachAccount,
    params: { PageSize: 1000, 'DateUpdated>': historySince },
    cursor: { field: 'date_updated', param: 'DateUpdated>', reads: 'rfc-2822', writes: 'date' },
  },
});
