import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { Done, inChannel, person, text, threadTs } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/chat.postEphemeral */
export const ephemeralMessages = defineEntity({
  name: 'ephemeral_messages',
  summary: 'Messages that only one person sees',
  keywords: ['dm', 'nobody else sees', 'whisper', 'only he can see', 'visible only to', 'only she can see'],
  record: Done.extend({ message_ts: z.string().nullish() }),
  key: null,
  actions: {
    create: slack('POST /chat.postEphemeral', {
      summary: 'Send a message that only one person in the channel sees',
      effect: 'outward',
      params: inChannel.extend({
        user: person.describe('User ID of the person who sees it'),
        text,
        thread_ts: threadTs,
        blocks: z.string().optional().describe('Blocks of the message as JSON text'),
      }),
    }),
  },
});
