import { type SampleSource, simulate } from '@connectory/sandbox';
import { channelMessages } from '../src/entities/channel-messages.ts';
import { ephemeralMessages } from '../src/entities/ephemeral-messages.ts';
import { messages } from '../src/entities/messages.ts';
import { reactions } from '../src/entities/reactions.ts';
import { scheduledMessages } from '../src/entities/scheduled-messages.ts';
import { threads } from '../src/entities/threads.ts';
import { channelId, messageTs, userId } from '../src/sample-workspace.ts';
import { appAuthor, isSentIn, messageAt, sampleDone, team, threadMessageAt } from './workspace.ts';

/** The app that posts the sample messages not written by a person. */
const sampleApp = {
  bot_id: 'B07RELEASES',
  app_id: 'A07RELEASES',
  bot_profile: {
    id: 'B07RELEASES',
    deleted: false,
    name: 'Release bot',
    updated: 1_760_000_000,
    app_id: 'A07RELEASES',
    team_id: team,
    icons: {
      image_36: 'https://example.com/release-bot-36.png',
      image_48: 'https://example.com/release-bot-48.png',
      image_72: 'https://example.com/release-bot-72.png',
    },
  },
} as const;

const withoutApp = { bot_id: undefined, app_id: undefined, bot_profile: undefined } as const;

// Slack omits missing values of a message.
const absent = {
  subtype: undefined,
  thread_ts: undefined,
  reply_count: undefined,
  reply_users_count: undefined,
  reply_users: undefined,
  latest_reply: undefined,
  is_locked: undefined,
  subscribed: undefined,
  reactions: undefined,
  attachments: undefined,
  blocks: undefined,
  files: undefined,
  edited: undefined,
  username: undefined,
} as const;

const sheet = {
  id: 'F07OCTOBER1',
  name: 'october.xlsx',
  title: 'October',
  mimetype: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  filetype: 'xlsx',
  pretty_type: 'Excel Spreadsheet',
  size: 48_213,
  mode: 'hosted',
  is_external: false,
  external_type: '',
  is_public: true,
  public_url_shared: false,
  url_private: `https://files.slack.com/files-pri/${team}-F07OCTOBER1/october.xlsx`,
  url_private_download: `https://files.slack.com/files-pri/${team}-F07OCTOBER1/download/october.xlsx`,
  permalink: 'https://example.slack.com/files/october.xlsx',
} as const;

/** A sample message with the fields that every message has. */
function sampleMessage(source: SampleSource, said: { readonly author: number; readonly text: string }) {
  const { author, text, ...rest } = said;
  const isApp = author === appAuthor;
  const likers = [userId(source.integer(1, 5)), userId(source.integer(6, 11))];
  return {
    ...absent,
    type: 'message',
    user: userId(author),
    text,
    team,
    ...(isApp ? sampleApp : withoutApp),
    ...(text.includes('!') && { reactions: [{ name: 'tada', users: likers, count: likers.length }] }),
    ...(text.includes('sheet') && { files: [{ ...sheet, user: userId(author) }] }),
    ...rest,
  };
}

export const simulatedMessages = [
  simulate(messages, {
    sample: ({ index }) => ({
      ...sampleApp,
      type: 'message',
      subtype: undefined,
      text: `Reminder ${index + 1}: the weekly report is due on Friday.`,
      ts: `${1_793_000_000 - index * 604_800}.100019`,
      user: userId(appAuthor),
      team,
    }),
    actions: {
      update: {
        fields: { channel: null, ts: 'ts' },
        values: ({ text }) => ({ text }),
        toRow: ({ ts, ...message }, { channel }) => ({ channel, ts, text: message.text, message }),
      },
      delete: { fields: { channel: null, ts: 'ts' } },
    },
  }),
  simulate(channelMessages, {
    sample: (source) => sampleMessage(source, messageAt(source.index)),
    actions: {
      list: { fields: { channel: null }, matches: isSentIn },
    },
  }),
  simulate(threads, {
    sample: (source) => ({ parent_user_id: undefined, ...sampleMessage(source, threadMessageAt(source.index)) }),
    actions: {
      list: { fields: { channel: null, ts: 'thread_ts' }, matches: isSentIn },
    },
  }),
  simulate(ephemeralMessages, {
    sample: () => ({ ...sampleDone(), message_ts: messageTs(0) }),
  }),
  simulate(scheduledMessages, {
    sample: ({ index }) => ({
      ok: true,
      channel: channelId(0),
      scheduled_message_id: `Q07${10_000_000 + index}`,
      message: { ...sampleApp, app_id: undefined, type: 'delayed_message', user: userId(appAuthor), team },
    }),
    actions: {
      create: { values: ({ channel, post_at, text }) => ({ channel, post_at, message: { text } }) },
    },
  }),
  simulate(reactions, {
    sample: sampleDone,
  }),
];
