import { allFields, defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { Assets, sampleAsset } from '../records/asset.ts';
import { itemAt, updateIdOf } from '../sample-account.ts';
import { getOne, paged, text } from '../shared.ts';

const Reply = z.object({ id: text, body: text, text_body: text, created_at: text, creator_id: text, updated_at: text });

const Update = Reply.extend({ item_id: text, replies: z.array(Reply).nullish(), assets: Assets });

const fields = selectionOf(Update);

const texts = [
  'The supplier confirmed the date.',
  'Legal asked for one more change in section 2.',
  'Moved to next month, design needs more time.',
  'First draft is attached.',
  'Who can join the call on Thursday?',
];

/** https://developer.monday.com/api-reference/reference/updates */
export const updates = defineEntity({
  name: 'updates',
  summary: 'Updates, the posts on items and boards, with replies and files',
  record: Update,
  key: 'id',
  actions: {
    list: monday('query ($page: Int, $limit: Int) { updates(page: $page, limit: $limit) { ...fields } }', {
      summary: 'List the updates of the account, newest first',
      params: paged({ usual: 25, most: 100 }),
      fields,
      at: 'updates',
      paging: byPage,
    }),
    get: getOne({ root: 'updates', summary: 'Get one update', fields }),
  },
  search: { fields: allFields(Update) },
  sync: { via: 'list', params: { limit: 100 } },
  sample: (source) => {
    const id = updateIdOf(source.index);
    const said = source.pick(texts);
    const age = source.integer(2, 4);
    const post = (id: string, text_body: string, daysAgo: number) => ({
      id,
      body: `<p>${text_body}</p>`,
      text_body,
      created_at: source.time(daysAgo),
      updated_at: source.time(daysAgo - 1),
      creator_id: String(source.of('users')),
    });
    return {
      ...post(id, said, age),
      item_id: itemAt(source.index).id,
      replies: source.index % 3 === 0 ? [post(String(Number(id) + 2), 'Thanks, I will take care of it.', age - 1)] : [],
      assets: said.includes('attached') ? [sampleAsset(source, age)] : [],
    };
  },
});
