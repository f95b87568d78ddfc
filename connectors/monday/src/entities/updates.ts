import { allFields, defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { Assets } from '../records/asset.ts';
import { getOne, isoTime, paged, Reference, text } from '../shared.ts';

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

const byId = z.object({ id: z.string().describe('Id of the update') });
const body = z
  .string()
  .min(1)
  .describe('Text, as HTML')
  .meta({ examples: ['The supplier confirmed the date.'] });

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
    create: monday(
      `mutation ($item_id: ID, $parent_id: ID, $body: String!, $mentions_list: [UpdateMention]) {
        create_update(item_id: $item_id, parent_id: $parent_id, body: $body, mentions_list: $mentions_list) { ...fields }
      }`,
      {
        beyondContract: true,
        summary: 'Post an update on an item, or reply to one; subscribers are notified',
        effect: 'outward',
        params: z.object({
          item_id: z.string().optional().describe('Id of the item, unless it is a reply'),
          parent_id: z.string().optional().describe('Id of the update to reply to, without item_id'),
          body,
          mentions_list: z
            .array(
              z.strictObject({
                id: z.string().describe('Id of the person, team or board'),
                type: z.enum(['User', 'Team', 'Board', 'Project']).describe('What is mentioned'),
              }),
            )
            .optional()
            .describe('People, teams and boards to mention and notify'),
        }),
        fields,
        at: 'create_update',
      },
    ),
    update: monday('mutation ($id: ID!, $body: String!) { edit_update(id: $id, body: $body) { ...fields } }', {
      beyondContract: true,
      summary: 'Replace the text of an update',
      params: byId.extend({ body }),
      fields,
      at: 'edit_update',
    }),
    delete: monday('mutation ($id: ID!) { delete_update(id: $id) { id } }', {
      beyondContract: true,
      summary: 'Delete an update with its replies',
      params: byId,
      result: Reference,
      at: 'delete_update',
    }),
  },
  search: { fields: allFields(Update) },
  sync: {
    via: 'list',
    params: { limit: 100 },
    // Nearly all replies and edits come within days; monday.com filters by the day of the update itself.
    cursor: { field: 'created_at', param: 'from_date', writes: 'date', lookBack: { days: 7 } },
  },
});
