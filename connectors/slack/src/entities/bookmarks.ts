import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';

const Bookmark = z.object({
  id: z.string().nullish(),
  channel_id: z.string().nullish(),
  title: z.string().nullish(),
  link: z.string().nullish(),
  emoji: z.string().nullish(),
  icon_url: z.string().nullish(),
  type: z.string().nullish(),
  entity_id: z.string().nullish(),
  date_created: z.int().nullish(),
  date_updated: z.int().nullish(),
  rank: z.string().nullish(),
  last_updated_by_user_id: z.string().nullish(),
  last_updated_by_team_id: z.string().nullish(),
  shortcut_id: z.string().nullish(),
  app_id: z.string().nullish(),
});

/** https://docs.slack.dev/reference/methods/bookmarks.add */
export const bookmarks = defineEntity({
  name: 'bookmarks',
  summary: 'Links at the top of channels',
  keywords: ['add a link', 'quick link', 'put the link', 'save the link', 'shortcut in the channel'],
  record: Bookmark,
  key: 'id',
  actions: {
    create: slack('POST /bookmarks.add', {
      summary: 'Add a bookmark to a channel',
      params: z.object({
        channel_id: z.string().describe('Channel ID'),
        title: z.string().describe('Title of the bookmark'),
        type: z.string().describe('Kind of bookmark, such as `link`'),
        link: z.string().optional().describe('URL of the link'),
        emoji: z.string().optional().describe('Emoji shown next to the title, such as `:rocket:`'),
      }),
      recordAt: 'bookmark',
    }),
  },
});
