import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { BotProfile } from '../records/message.ts';
import { appearance, Done, inChannel, text, threadTs } from '../shared.ts';

const SentMessage = z.object({
  type: z.string().nullish(),
  subtype: z.string().nullish(),
  text: z.string().nullish(),
  ts: time('unix-decimal'),
  user: z.string().nullish(),
  bot_id: z.string().nullish(),
  app_id: z.string().nullish(),
  team: z.string().nullish(),
  bot_profile: BotProfile.nullish(),
});

const byTs = inChannel.extend({ ts: z.string().describe('Timestamp of the message') });

/** https://docs.slack.dev/reference/methods/chat.postMessage */
export const messages = defineEntity({
  name: 'messages',
  summary: 'Messages sent by the app',
  keywords: ['post', 'said'],
  record: SentMessage,
  key: 'ts',
  actions: {
    create: slack('POST /chat.postMessage', {
      summary: 'Send a message to a channel or a person',
      effect: 'outward',
      params: inChannel.extend({ text, thread_ts: threadTs, ...appearance }),
      recordAt: 'message',
    }),
    update: slack('POST /chat.update', {
      summary: 'Change the text of a message',
      params: byTs.extend({ text }),
      // The message itself contains neither its channel nor its timestamp.
      toRecord: ({ message, channel, ts }) => ({ ...message, channel, ts }),
    }),
    delete: slack('POST /chat.delete', {
      summary: 'Delete a message',
      params: byTs,
      result: Done.extend({ channel: z.string(), ts: z.string() }),
    }),
  },
});
