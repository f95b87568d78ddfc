import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { Done, inChannel, timestamp } from '../shared.ts';

const params = inChannel.extend({
  timestamp,
  name: z
    .string()
    .describe('Name of the emoji without colons, such as `thumbsup`')
    .meta({ examples: ['thumbsup'] }),
});

/** https://docs.slack.dev/reference/methods/reactions.add */
export const reactions = defineEntity({
  name: 'reactions',
  summary: 'Emoji reactions to messages',
  keywords: ['thumb', 'thumbs down', 'tada', 'eyes', 'react', 'heart', 'reacji', 'smiley', 'checkmark'],
  record: Done,
  key: null,
  actions: {
    create: slack('POST /reactions.add', { summary: 'Add a reaction to a message', params }),
    delete: slack('POST /reactions.remove', { summary: 'Remove a reaction from a message', params }),
  },
});
