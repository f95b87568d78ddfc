import type { Meanings } from '@connectory/connector-sdk';

/** Times are ISO 8601 in UTC. */
export const meanings: Meanings = {
  createdAt: 'When it was created, as ISO 8601',
  'content_labels.prefix': 'Kind of label: `global`, `my`, `team` or `system`',
  currentActiveAlias: 'Name of the space in its URL, unless it is the key',
  parentType: 'Kind of content above, such as `page` or `folder`; null at the top',
  position: 'Place among the pages with the same parent; null if not set',
  status: 'State: `current`, `draft`, `archived`, `trashed` or others',
  'spaces.status': 'State: `current` or `archived`',
  type: 'Kind of space, such as `global`, `personal` or `knowledge_base`',
};
