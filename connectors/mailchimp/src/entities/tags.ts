import { allFields, defineEntity, fromParam } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { inAudience, object } from '../shared.ts';
import { lists } from './lists.ts';

const Tag = z.object({ id: z.int(), name: z.string().nullish() });

/** https://mailchimp.com/developer/marketing/api/list-tags/ */
export const tags = defineEntity({
  name: 'tags',
  summary: 'Labels for the contacts of an audience',
  record: Tag,
  key: 'id',
  actions: {
    list: mailchimp('GET /lists/{list_id}/tag-search', {
      summary: 'List the tags of an audience, all on one page',
      params: inAudience.extend({
        name: z.string().optional().describe('Only tags whose name begins with this text'),
      }),
      paging: null,
      // Mailchimp returns tags without links.
      meta: { links: { type: z.array(object), reads: [], read: () => [] } },
      recordsAt: 'tags',
    }),
  },
  search: { title: 'name', fields: allFields(Tag), derived: { list_id: fromParam(z.string(), 'list_id') } },
  sync: { via: 'list', each: lists, bind: { list_id: 'id' } },
});
