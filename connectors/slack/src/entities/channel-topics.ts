import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { Channel, sampleChannel } from '../records/channel.ts';
import { inChannel, thatChannel } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/conversations.setTopic */
export const channelTopics = defineEntity({
  name: 'channel_topics',
  summary: 'Topics of channels',
  record: Channel,
  key: 'id',
  actions: {
    create: slack('POST /conversations.setTopic', {
      summary: 'Set the topic of a channel',
      params: inChannel.extend({ topic: z.string().describe('New topic, without formatting') }),
      recordAt: 'channel',
      simulate: { fields: thatChannel, values: ({ topic }) => ({ topic: { value: topic } }) },
    }),
  },
  sample: sampleChannel,
});
