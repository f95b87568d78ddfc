import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { historySince, ofEachAccount } from '../of-each-account.ts';
import { momentOf, sampleResource } from '../sample-practice.ts';
import { firstDay, isoTimes, listParams, oneOf, resource, SubresourceUris } from '../shared.ts';

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

const topics = [
  'Morning huddle',
  'Treatment planning',
  'Call with the insurance',
  'Handover to the lab',
  'Staff meeting',
  'On-call handover',
];

/** https://www.twilio.com/docs/voice/api/conference-resource */
export const conferences = defineEntity({
  name: 'conferences',
  summary: 'Calls with several participants',
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
    fields: ['sid', 'account_sid', 'friendly_name', 'status', 'region'],
    derived: isoTimes('date_created', 'date_updated'),
  },
  sync: {
    ...ofEachAccount,
    params: { PageSize: 1000, 'DateUpdated>': historySince },
    cursor: { field: 'date_updated', param: 'DateUpdated>', reads: 'rfc-2822', writes: 'date' },
  },
  sample: (source) => {
    const { index } = source;
    const account = String(source.of('calls', 'account_sid'));
    return {
      ...sampleResource('CF', 'Conferences', account, { index, holds: ['Participants', 'Recordings'] }),
      date_updated: momentOf(index, 960 + index * 61),
      api_version: '2010-04-01',
      friendly_name: topics[index % topics.length],
      region: 'us1',
      status: 'completed',
      reason_conference_ended: 'last-participant-left',
      call_sid_ending_conference: source.of('calls'),
    };
  },
});
