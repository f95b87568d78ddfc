import { defineEntity } from '@connectory/connector-sdk';
import { slack } from '../adapter.ts';
import { Done, inChannel } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/conversations.archive */
export const channelArchives = defineEntity({
  name: 'channel_archives',
  summary: 'Archived channels',
  keywords: ['shut down the channel', 'rooms', 'put it away', 'wind down', 'turn down', 'chat room', 'close'],
  record: Done,
  key: null,
  actions: {
    create: slack('POST /conversations.archive', {
      summary: 'Archive a channel',
      params: inChannel,
    }),
  },
});
