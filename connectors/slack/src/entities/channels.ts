import { absent, allFields, defineEntity, from, setting, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { Channel } from '../records/channel.ts';
import { inChannel, listParams } from '../shared.ts';

const name = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[^A-Z\s]*$/, 'must be lower case and without spaces')
  .meta({ examples: ['project-gemini'] });

/** https://docs.slack.dev/reference/objects/conversation-object */
export const channels = defineEntity({
  name: 'channels',
  summary: 'Public and private channels, group messages and direct messages',
  keywords: ['room', 'chat room', 'slack channels', 'dms', 'posted in', 'catch up on', 'going on in'],
  record: Channel,
  key: 'id',
  actions: {
    list: slack('GET /conversations.list', {
      summary: 'List channels',
      params: listParams.extend({
        types: z
          .string()
          .default('public_channel')
          .describe('Kinds of channels, separated by commas: public_channel, private_channel, mpim, im'),
        exclude_archived: z.boolean().default(false).describe('Whether to exclude archived channels'),
      }),
      recordsAt: 'channels',
    }),
    get: slack('GET /conversations.info', {
      summary: 'Get one channel',
      params: inChannel,
      recordAt: 'channel',
    }),
    create: slack('POST /conversations.create', {
      summary: 'Create a channel',
      params: z.object({
        name: name.describe('Name of the channel: lower case, without spaces, at most 80 characters'),
        is_private: z.boolean().optional().describe('Whether the channel is private'),
      }),
      recordAt: 'channel',
    }),
    update: slack('POST /conversations.rename', {
      summary: 'Rename a channel',
      params: inChannel.extend({
        name: name.describe('New name: lower case, without spaces, at most 80 characters'),
      }),
      recordAt: 'channel',
    }),
  },
  search: {
    title: 'name',
    link: 'https://app.slack.com/client/{context_team_id}/{id}',
    fields: allFields(Channel, { except: ['properties', 'is_thread_only'] }),
    derived: {
      // Slack sends it with tokens of people, not of bots.
      last_read: from(time('unix-decimal'), ({ last_read }) => last_read),
      locale: absent(z.string(), 'Slack returns the locale for single channels only'),
    },
  },
  sync: {
    via: 'list',
    params: { limit: 999, types: setting('channel_types', { otherwise: 'public_channel,private_channel' }) },
  },
});
