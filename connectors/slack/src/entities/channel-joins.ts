import { defineEntity } from '@connectory/connector-sdk';
import { slack } from '../adapter.ts';
import { Channel, sampleChannel } from '../records/channel.ts';
import { inChannel, thatChannel } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/conversations.join */
export const channelJoins = defineEntity({
  name: 'channel_joins',
  summary: 'Channels the app joins',
  record: Channel,
  key: 'id',
  actions: {
    create: slack('POST /conversations.join', {
      summary: 'Join a public channel',
      params: inChannel,
      recordAt: 'channel',
      simulate: { fields: thatChannel, values: () => ({ is_member: true }) },
    }),
  },
  sample: sampleChannel,
});
