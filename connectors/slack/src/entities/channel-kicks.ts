import { defineEntity } from '@connectory/connector-sdk';
import { slack } from '../adapter.ts';
import { Done, inChannel, object, person, sampleDone } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/conversations.kick */
export const channelKicks = defineEntity({
  name: 'channel_kicks',
  summary: 'Removals of people from channels',
  record: Done.extend({ errors: object.nullish() }),
  key: null,
  actions: {
    create: slack('POST /conversations.kick', {
      summary: 'Remove a person from a channel',
      params: inChannel.extend({ user: person.describe('User ID') }),
    }),
  },
  sample: sampleDone,
});
