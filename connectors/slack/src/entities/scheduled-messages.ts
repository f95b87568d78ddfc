import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { Attachment, BotProfile } from '../records/message.ts';
import { appearance, Done, inChannel, object, text, threadTs } from '../shared.ts';

const ScheduledMessage = Done.extend({
  channel: z.string().nullish(),
  scheduled_message_id: z.string().nullish(),
  post_at: z.int().nullish(),
  message: z
    .object({
      text: z.string().nullish(),
      username: z.string().nullish(),
      bot_id: z.string().nullish(),
      type: z.string().nullish(),
      subtype: z.string().nullish(),
      user: z.string().nullish(),
      team: z.string().nullish(),
      app_id: z.string().nullish(),
      bot_profile: BotProfile.nullish(),
      blocks: z.array(object).nullish(),
      attachments: z.array(Attachment).nullish(),
    })
    .nullish(),
});

/** https://docs.slack.dev/reference/methods/chat.scheduleMessage */
export const scheduledMessages = defineEntity({
  name: 'scheduled_messages',
  summary: 'Scheduled messages',
  keywords: ['remind', 'at 9', 'tomorrow', 'at 9 am', 'reminder', 'on monday at', 'timed message', 'next monday'],
  record: ScheduledMessage,
  key: 'scheduled_message_id',
  actions: {
    create: slack('POST /chat.scheduleMessage', {
      summary: 'Schedule a message',
      effect: 'outward',
      params: inChannel.extend({
        text,
        post_at: z
          .int()
          .describe('When the message is sent, as Unix time in seconds; at most 120 days from now')
          .meta({ examples: [1_793_880_000] }),
        thread_ts: threadTs,
        ...appearance,
      }),
    }),
  },
});
