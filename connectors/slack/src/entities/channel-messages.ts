import { allFields, defineEntity, setting } from '@connectory/connector-sdk';
import { slack } from '../adapter.ts';
import { computedOfMessage, Message } from '../records/message.ts';
import { historyParams, historyQuery } from '../shared.ts';
import { channels } from './channels.ts';

/** https://docs.slack.dev/reference/methods/conversations.history */
export const channelMessages = defineEntity({
  name: 'channel_messages',
  summary: 'Messages of a channel, without the replies in threads',
  keywords: ['said', 'written', 'wrote', 'slack channels', 'what did people say', 'last messages', 'posted in'],
  record: Message,
  key: 'ts',
  actions: {
    list: slack('GET /conversations.history', {
      summary: 'List the messages of a channel, newest first',
      params: historyParams,
      wire: historyQuery,
      recordsAt: 'messages',
    }),
  },
  search: {
    fields: allFields(Message, { except: ['files', 'edited', 'app_id', 'username'] }),
    beyondContract: ['username', 'channel_id', 'float_ts'],
    derived: computedOfMessage,
  },
  sync: {
    via: 'list',
    params: { limit: 999, oldest: setting('messages_since') },
    each: channels,
    // Slack shows the messages of a channel to its members only.
    where: { eq: { is_member: true } },
    bind: { channel: 'id' },
    cursor: {
      field: 'ts',
      param: 'oldest',
      reads: 'unix-decimal',
      writes: 'unix-decimal',
      // An older message may get its first reply, by which its thread is found.
      lookBack: { days: 3 },
    },
  },
});
