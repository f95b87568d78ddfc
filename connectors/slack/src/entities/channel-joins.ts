import { defineEntity } from '@connectory/connector-sdk';
import { slack } from '../adapter.ts';
import { Channel } from '../records/channel.ts';
import { inChannel } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/conversations.join */
export const channelJoins = defineEntity({
  name: 'channel_joins',
  summary: 'Channels the app joins',
  keywords: ['get into', 'enter the channel', 'have the bot join', 'be part of the channel', 'let the bot in'],
  record: Channel,
  key: 'id',
  actions: {
    create: slack('POST /conversations.join', {
      summary: 'Join a public channel',
      params: inChannel,
      recordAt: 'channel',
    }),
  },
});
