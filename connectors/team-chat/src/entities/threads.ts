import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { Message, sampleMessage } from '../records/message.ts';
import { historyParams, historyQuery } from '../shared.ts';
import { channelMessages } from './channel-messages.ts';

const ThreadMessage = Message.extend({ parent_user_id: z.string().nullish() });

/** Contract A8, threads; https://docs.slack.dev/reference/methods/conversations.replies */
export const threads = defineEntity({
  name: 'threads',
  summary: 'Messages of a thread: the one that began it, then the replies',
  record: ThreadMessage,
  key: 'ts',
  actions: {
    list: slack('GET /conversations.replies', {
      summary: 'List a thread, oldest message first; the first one is the message that began it',
      params: historyParams.extend({ ts: z.string().describe('Timestamp of the message that began the thread') }),
      wire: historyQuery,
      recordsAt: 'messages',
    }),
  },
  search: {
    fields: allFields(ThreadMessage, {
      except: ['files', 'edited', 'app_id', 'reactions', 'attachments', 'bot_profile'],
    }),
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
  sample: (source) => {
    const message = sampleMessage(source);
    return {
      ...message,
      thread_ts: source.of('channel_messages', 'ts'),
      parent_user_id: source.of('users'),
      reply_count: null,
      reply_users_count: null,
      reply_users: null,
      latest_reply: null,
    };
  },
});
