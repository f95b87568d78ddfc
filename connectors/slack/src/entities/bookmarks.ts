import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { channelId, team, userId } from '../sample-workspace.ts';

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
  sample: ({ index, epoch }) => {
    const created = epoch(200 - index);
    return {
      id: `Bk${(1_700_000_000 + index * 7919).toString(36).toUpperCase()}`,
      channel_id: channelId(index),
      title: 'Office handbook',
      link: 'https://handbook.example.com/',
      emoji: ':notebook:',
      icon_url: null,
      type: 'link',
      entity_id: null,
      date_created: created,
      date_updated: created,
      rank: 'i',
      last_updated_by_user_id: userId(1),
      last_updated_by_team_id: team,
      shortcut_id: null,
      app_id: null,
    };
  },
});
