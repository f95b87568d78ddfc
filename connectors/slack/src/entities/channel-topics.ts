import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { Channel } from '../records/channel.ts';
import { inChannel } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/conversations.setTopic */
export const channelTopics = defineEntity({
  name: 'channel_topics',
  summary: 'Topics of channels',
  keywords: ['topic line', 'set the topic', 'headline of the channel', 'text at the top of the channel'],
  record: Channel,
  key: 'id',
  actions: {
    create: slack('POST /conversations.setTopic', {
      summary: 'Set the topic of a channel',
      params: inChannel.extend({ topic: z.string().describe('New topic, without formatting') }),
      recordAt: 'channel',
    }),
  },
});
