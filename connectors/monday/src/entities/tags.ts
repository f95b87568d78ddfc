import { allFields, defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { monday } from '../adapter.ts';
import { text } from '../shared.ts';

const Tag = z.object({ id: text, name: text, color: text });

const subjects = ['launch', 'pricing', 'legal', 'onboarding', 'mobile', 'press', 'security', 'budget', 'travel'];

/** https://developer.monday.com/api-reference/reference/tags-1 */
export const tags = defineEntity({
  name: 'tags',
  summary: 'Tags shared by all boards of the account',
  record: Tag,
  key: 'id',
  actions: {
    list: monday('query { tags { ...fields } }', {
      summary: 'List all public tags',
      fields: selectionOf(Tag),
      at: 'tags',
    }),
  },
  search: { fields: allFields(Tag) },
  sync: { via: 'list' },
  sample: (source) => {
    const round = Math.floor(source.index / subjects.length);
    return {
      id: String(21_870_304 + source.index),
      name: `${subjects[source.index % subjects.length]}${round === 0 ? '' : `-q${round}`}`,
      color: source.pick(['#00c875', '#fdab3d', '#e2445c', '#579bfc', '#a25ddc']),
    };
  },
});
