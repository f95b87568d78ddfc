import { decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { historySince, ofEachAccount } from '../of-each-account.ts';
import { sampleResource, sidOf } from '../sample-practice.ts';
import { errorCodeAsText, firstDay, isoTimes, listParams, oneOf, resource, SubresourceUris } from '../shared.ts';

const Recording = z.object({
  ...resource,
  api_version: z.string().nullish(),
  call_sid: z.string().nullish(),
  conference_sid: z.string().nullish(),
  start_time: z.string().nullish(),
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
    fields: ['sid', 'account_sid', 'call_sid', 'duration', 'status', 'channels', 'price', 'price_unit'],
    derived: isoTimes('date_created', 'start_time'),
  },
  sync: {
    ...ofEachAccount,
    params: { PageSize: 1000, 'DateCreated>': historySince },
    // A recording begins with its call, and is processed after it.
    cursor: { field: 'date_created', param: 'DateCreated>', reads: 'rfc-2822', writes: 'date', lookBack: { days: 2 } },
  },
  sample: (source) => {
    const { index } = source;
    const account = String(source.of('calls', 'account_sid'));
    const begun = source.of('calls', 'start_time');
    const seconds = Number(source.of('calls', 'duration'));
    // Nobody answered, so there is no recording.
    const isAbsent = seconds === 0;
    return {
      ...sampleResource('RE', 'Recordings', account, { index, holds: ['AddOnResults', 'Transcriptions'] }),
      date_created: begun,
      date_updated: source.of('calls', 'end_time'),
      api_version: '2010-04-01',
      call_sid: source.of('calls'),
      conference_sid: null,
      start_time: begun,
      duration: source.of('calls', 'duration'),
      price: isAbsent ? null : (Math.ceil(seconds / 60) * -0.0025).toFixed(5),
      price_unit: 'USD',
      status: isAbsent ? 'absent' : 'completed',
      channels: 1,
      source: source.of('calls', 'direction') === 'inbound' ? 'RecordVerb' : 'OutboundAPI',
      error_code: null,
      media_url: `https://api.twilio.com/2010-04-01/Accounts/${account}/Recordings/${sidOf('RE', index)}`,
      encryption_details: null,
    };
  },
});
