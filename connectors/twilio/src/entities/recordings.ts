import { decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { historySince, ofEachAccount } from '../of-each-account.ts';
import { errorCodeAsText, firstDay, listParams, oneOf, resource, SubresourceUris, vendorTime } from '../shared.ts';

const Recording = z.object({
  ...resource,
  api_version: z.string().nullish(),
  call_sid: z.string().nullish(),
  conference_sid: z.string().nullish(),
  start_time: vendorTime,
  duration: decimal().nullish(),
  price: decimal().nullish(),
  price_unit: z.string().nullish(),
  status: z.string().nullish(),
  channels: z.int().nullish(),
  source: z.string().nullish(),
  error_code: z.string().nullish(),
  media_url: z.string().nullish(),
  encryption_details: z.record(z.string(), z.unknown()).nullish(),
  subresource_uris: SubresourceUris,
});

/** https://www.twilio.com/docs/voice/api/recording */
export const recordings = defineEntity({
  name: 'recordings',
  summary: 'Recordings of calls and conferences',
  keywords: ['hear', 'audio', 'listen', 'tapes', 'voicemail'],
  record: Recording,
  key: 'sid',
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/Recordings.json', {
      summary: 'List recordings, newest first',
      params: listParams.extend({
        'DateCreated>': firstDay.describe('Only recordings created on or after this day (UTC)'),
      }),
      recordsAt: 'recordings',
      ...errorCodeAsText,
    }),
    get: twilio('GET /Accounts/{AccountSid}/Recordings/{sid}.json', {
      summary: 'Get one recording',
      params: oneOf('RE', 'recording'),
      ...errorCodeAsText,
    }),
  },
  search: {
    fields: [
      'sid',
      'account_sid',
      'call_sid',
      'duration',
      'status',
      'channels',
      'price',
      'price_unit',
      'date_created',
      'start_time',
    ],
  },
  sync: {
    ...ofEachAccount,
    params: { PageSize: 1000, 'DateCreated>': historySince },
    // A recording begins with its call, and is processed after it.
    cursor: { field: 'date_created', param: 'DateCreated>', reads: 'rfc-2822', writes: 'date', lookBack: { days: 2 } },
  },
});
