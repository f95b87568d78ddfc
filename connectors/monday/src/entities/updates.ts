import { allFields, defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { Assets } from '../records/asset.ts';
import { getOne, isoTime, paged, text } from '../shared.ts';

const Reply = z.object({
  id: text,
  body: text,
  text_body: text,
  created_at: isoTime,
  creator_id: text,
  updated_at: isoTime,
});

const Update = Reply.extend({ item_id: text, replies: z.array(Reply).nullish(), assets: Assets });

const fields = selectionOf(Update);

/** https://developer.monday.com/api-reference/reference/updates */
export const updates = defineEntity({
  name: 'updates',
  summary: 'Updates, the posts on items and boards, with replies and files',
  keywords: ['comment', 'comments on the task', 'written', 'write under the task', 'comments people wrote'],
  record: Update,
  key: 'id',
  actions: {
    list: monday(
      `query ($page: Int, $limit: Int, $from_date: String) {
        updates(page: $page, limit: $limit, from_date: $from_date) { ...fields }
      }`,
      {
        summary: 'List the updates of the account, newest first',
        params: paged({ usual: 25, max: 100 }),
        syncOnly: z.object({ from_date: z.iso.date() }),
        fields,
        at: 'updates',
        paging: byPage,
      },
    ),
    get: getOne({ root: 'updates', summary: 'Get one update', fields }),
  },
  search: { fields: allFields(Update) },
  sync: {
    via: 'list',
    params: { limit: 100 },
    // Nearly all replies and edits come within days; monday.com filters by the day of the update itself.
    cursor: { field: 'created_at', param: 'from_date', writes: 'date', lookBack: { days: 7 } },
  },
});
