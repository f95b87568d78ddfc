import { defineEntity } from '@connectory/connector-sdk';
import { slack } from '../adapter.ts';
import { Done, inChannel, timestamp } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/pins.add */
export const pins = defineEntity({
  name: 'pins',
  summary: 'Pinned messages',
  keywords: ['pin to the channel', 'keep on top', 'stick to the top', 'keep the message visible'],
  record: Done,
  key: null,
  actions: {
    create: slack('POST /pins.add', {
      summary: 'Pin a message to its channel',
      params: inChannel.extend({ timestamp }),
    }),
  },
});
