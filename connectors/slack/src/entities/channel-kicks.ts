import { defineEntity } from '@connectory/connector-sdk';
import { slack } from '../adapter.ts';
import { Done, inChannel, object, person } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/conversations.kick */
export const channelKicks = defineEntity({
  name: 'channel_kicks',
  summary: 'Removals of people from channels',
  keywords: ['rooms', 'chat room'],
  record: Done.extend({ errors: object.nullish() }),
  key: null,
  actions: {
    create: slack('POST /conversations.kick', {
      summary: 'Remove a person from a channel',
      params: inChannel.extend({ user: person.describe('User ID') }),
    }),
  },
});
