import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { computedOfMessage, Message } from '../records/message.ts';
import { messageTs } from '../sample-workspace.ts';
import { historyParams, historyQuery } from '../shared.ts';
import { channelMessages } from './channel-messages.ts';

const ThreadMessage = Message.extend({ parent_user_id: z.string().nullish() });

/** https://docs.slack.dev/reference/methods/conversations.replies */
export const threads = defineEntity({
  name: 'threads',
  summary: 'Messages of a thread: the parent message, then its replies',
  keywords: ['below', 'answer below', 'answers under', 'conversation below', 'whole thread'],
  record: ThreadMessage,
  key: 'ts',
  actions: {
    list: slack('GET /conversations.replies', {
      summary: 'List a thread, oldest message first, starting with the parent message',
      params: historyParams.extend({
        ts: z
          .string()
          .describe('Timestamp of the parent message of the thread')
          .meta({ examples: [messageTs(0)] }),
      }),
      wire: historyQuery,
      recordsAt: 'messages',
    }),
  },
  search: {
    fields: allFields(ThreadMessage, {
      except: ['files', 'edited', 'app_id', 'username', 'reactions', 'attachments', 'bot_profile'],
    }),
    beyondContract: ['channel_id', 'float_ts'],
    derived: computedOfMessage,
  },
  sync: {
    via: 'list',
    params: { limit: 999 },
    each: channelMessages,
    where: { gt: { reply_count: 0 } },
    bind: { ts: 'ts' },
    // The message that began the thread was deleted.
    notFound: 'empty',
  },
});
