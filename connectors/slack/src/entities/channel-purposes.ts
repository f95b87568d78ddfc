import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { Channel } from '../records/channel.ts';
import { inChannel } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/conversations.setPurpose */
export const channelPurposes = defineEntity({
  name: 'channel_purposes',
  summary: 'Purposes of channels',
  keywords: ['channel is about', 'channel description', 'describe the channel'],
  record: Channel,
  key: 'id',
  actions: {
    create: slack('POST /conversations.setPurpose', {
      summary: 'Set the purpose of a channel',
      params: inChannel.extend({ purpose: z.string().describe('New purpose, without formatting') }),
      recordAt: 'channel',
    }),
  },
});
