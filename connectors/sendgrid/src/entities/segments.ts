import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { timestamps } from '../shared.ts';

const Segment = z.object({
  id: z.string(),
  name: z.string(),
  contacts_count: z.int(),
  ...timestamps,
  sample_updated_at: time().nullish(),
  next_sample_update: time().nullish(),
  parent_list_ids: z.array(z.string().nullable()).nullish(),
  query_version: z.string(),
  status: z.object({ query_validation: z.string().nullish(), error_message: z.string().nullish() }).nullish(),
});

/** https://www.twilio.com/docs/sendgrid/api-reference/segmenting-contacts-v2/get-list-of-segments */
export const segments = defineEntity({
  name: 'segments',
  summary: 'Groups of contacts that match a condition',
  keywords: ['part of the audience', 'filter', 'slice of', 'subset of', 'smart list', 'target group'],
  record: Segment,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/marketing/segments/2.0', {
      summary: 'List all segments',
      recordsAt: 'results',
      paging: null,
      meta: {},
    }),
    get: sendgrid('GET /v3/marketing/segments/2.0/{segment_id}', {
      summary: 'Get one segment, with its query and a sample of its contacts',
      params: z.object({ segment_id: z.string().describe('Segment id') }),
    }),
  },
  search: { title: 'name', fields: allFields(Segment) },
  sync: { via: 'list' },
});
