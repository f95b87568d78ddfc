import { allFields, defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { Asset, sampleAsset } from '../records/asset.ts';
import { itemAt, updateIdOf } from '../sample-account.ts';
import { byId, paged } from '../shared.ts';

const Text = z.object({
  id: z.string().nullish(),
  body: z.string().nullish(),
  text_body: z.string().nullish(),
  created_at: z.string().nullish(),
  creator_id: z.string().nullish(),
  updated_at: z.string().nullish(),
});

const Update = Text.extend({
  item_id: z.string().nullish(),
  replies: z.array(Text).nullish(),
  assets: z.array(Asset.nullable()).nullish(),
});

const updateFields = selectionOf(Update);

const texts = [
  'The supplier confirmed the date.',
  'Legal asked for one more change in section 2.',
  'Budget is approved, we can start.',
  'Moved to next month, design needs more time.',
  'First draft is attached.',
  'Who can join the call on Thursday?',
];
const answers = ['Thanks!', 'I will take care of it.', 'Looks good to me.'];

/** Contract A10, updates; https://developer.monday.com/api-reference/reference/updates */
export const updates = defineEntity({
  name: 'updates',
  summary: 'Updates, the posts on items and boards, with replies and files',
  record: Update,
  key: 'id',
  actions: {
    list: monday(
      `query ($page: Int, $limit: Int) {
        updates(page: $page, limit: $limit) { ...fields }
      }`,
      {
        summary: 'List the updates of the account, newest first',
        params: z.object(paged({ usual: 25, most: 100 })),
        fields: updateFields,
        at: 'updates',
        paging: byPage,
      },
    ),
    get: monday(
      `query ($id: [ID!]!) {
        updates(ids: $id) { ...fields }
      }`,
      { summary: 'Get one update', params: byId('update'), fields: updateFields, at: 'updates.0' },
    ),
  },
  search: { fields: allFields(Update) },
  sync: { via: 'list', params: { limit: 100 } },
  sample: (source) => {
    const text = source.pick(texts);
    const answer = source.pick(answers);
    const id = updateIdOf(source.index);
    const post = (id: string, text_body: string, daysAgo: number) => ({
      id,
      body: `<p>${text_body}</p>`,
      text_body,
      created_at: source.time(daysAgo),
      updated_at: source.time(daysAgo - 1),
      creator_id: String(source.of('users')),
    });
    const age = source.integer(2, 5);
    return {
      ...post(id, text, age),
      item_id: itemAt(source.index).id,
      replies: source.index % 3 === 0 ? [post(String(Number(id) + 2), answer, age - 1)] : [],
      assets: text.includes('attached') ? [sampleAsset(source, age)] : [],
    };
  },
});
