import { allFields, defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { monday } from '../adapter.ts';
import { text } from '../shared.ts';

const Tag = z.object({ id: text, name: text, color: text });

/** https://developer.monday.com/api-reference/reference/tags-1 */
export const tags = defineEntity({
  name: 'tags',
  summary: 'Tags shared by all boards of the account',
  keywords: ['tags across boards', 'labels across boards', 'labels we can use', 'hashtags', 'public tags'],
  record: Tag,
  key: 'id',
  actions: {
    list: monday('query { tags { ...fields } }', {
      summary: 'List all public tags',
      fields: selectionOf(Tag),
      at: 'tags',
    }),
  },
  search: { title: 'name', fields: allFields(Tag) },
  sync: { via: 'list' },
});
