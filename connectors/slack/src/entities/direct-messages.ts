import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { Channel } from '../records/channel.ts';
import { person } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/conversations.open */
export const directMessages = defineEntity({
  name: 'direct_messages',
  summary: 'Direct messages with one person, and group messages',
  keywords: ['dm', 'private message to', 'message a person', 'group dm', 'talk to'],
  beyondContract: true,
  record: Channel,
  key: 'id',
  actions: {
    create: slack('POST /conversations.open', {
      summary: 'Open a direct or group message, to write in it; an existing one is opened again',
      params: z.object({
        users: z.array(person).min(1).max(8).describe('User IDs of the other people'),
      }),
      wire: ({ users }) => ({ body: { users: users.join(','), return_im: true } }),
      recordAt: 'channel',
    }),
  },
});
