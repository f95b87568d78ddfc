import { defineEntity } from '@connectory/connector-sdk';
import { slack } from '../adapter.ts';
import { Done, inChannel, sampleDone, timestamp } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/pins.add */
export const pins = defineEntity({
  name: 'pins',
  summary: 'Pinned messages',
  record: Done,
  key: null,
  actions: {
    create: slack('POST /pins.add', {
      summary: 'Pin a message to its channel',
      params: inChannel.extend({ timestamp }),
    }),
  },
  sample: sampleDone,
});
