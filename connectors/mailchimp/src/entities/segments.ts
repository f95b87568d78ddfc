import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { segmentAt } from '../sample-account.ts';
import { inAudience, listParams, object, timeParam } from '../shared.ts';
import { lists } from './lists.ts';

const Segment = z.object({
  id: z.int(),
  name: z.string().nullish(),
  member_count: z.int().nullish(),
  type: z.enum(['saved', 'static', 'fuzzy']).nullish(),
  created_at: time().nullish(),
  updated_at: time().nullish(),
  options: z.object({ match: z.string().nullish(), conditions: z.array(object).nullish() }).nullish(),
  list_id: z.string().nullish(),
});

/** The segment a call is about. */
export const inSegment = z.object({
  list_id: inAudience.shape.list_id.meta({ examples: [segmentAt(0).list_id] }),
  segment_id: z
    .string()
    .describe('Segment id')
    .meta({ examples: [String(segmentAt(0).id)] }),
});

/** https://mailchimp.com/developer/marketing/api/list-segments/ */
export const segments = defineEntity({
  name: 'segments',
  summary: 'Parts of an audience: saved conditions, and tags, which have the type `static`',
  keywords: ['cohort of contacts', 'filter', 'slice of', 'subset of', 'smart list', 'dynamic list'],
  record: Segment,
  key: 'id',
  actions: {
    list: mailchimp('GET /lists/{list_id}/segments', {
      summary: 'List the segments of an audience',
      params: inAudience.extend(listParams.shape).extend({
        type: z.string().optional().describe('Only segments of this type: `saved`, `static` or `fuzzy`'),
        since_created_at: timeParam('segments created after'),
        before_created_at: timeParam('segments created before'),
        since_updated_at: timeParam('segments updated after'),
        before_updated_at: timeParam('segments updated before'),
      }),
      recordsAt: 'segments',
    }),
    get: mailchimp('GET /lists/{list_id}/segments/{segment_id}', { summary: 'Get one segment', params: inSegment }),
  },
  search: { title: 'name', fields: allFields(Segment) },
  sync: { via: 'list', params: { count: 1000 }, each: lists, bind: { list_id: 'id' } },
});
