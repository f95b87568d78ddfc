import { simulate, stories } from '@connectory/sandbox';
import { users } from '../src/entities/users.ts';
import { channelId, messageTs, sentAt, spelled, userId } from '../src/sample-workspace.ts';

/** The workspace of the samples. Ids follow from positions, so that people, channels, messages and replies belong together. */
export const team = 'T024BE7LD';

/** A channel: its name, its topic, and what it is for. */
type ChannelLine = readonly [name: string, topic: string, purpose: string];

/** Channels by position. The first eight have messages. */
export const channelLines: readonly ChannelLine[] = [
  ['general', 'All-hands on the first Monday of the month', 'Announcements for everybody'],
  ['support', 'Escalations: write to the one on call', 'Questions from customers that need a second pair of eyes'],
  ['engineering', 'Code freeze for 4.12 on Friday', 'How we build it'],
  ['releases', '4.12 is live', 'What went out, and when'],
  ['sales', 'Forecast call on Tuesdays at 10', 'Deals, prices and references'],
  ['marketing', 'Website relaunch in November', 'Campaigns, events and texts'],
  ['finance', 'Receipts until the 25th', 'Invoices, budgets and travel expenses'],
  ['hiring', 'Two open positions', 'Candidates and interviews'],
  ['design', 'Review on Wednesdays', 'Drafts and feedback'],
  ['random', 'Not about work', 'Everything that fits nowhere else'],
  ['office', 'The kitchen is closed on Thursday', 'Rooms, keys and deliveries'],
  ['leadership', 'Plan for next year', 'Preparation of decisions'],
  ['data', 'Dashboards: see the pinned message', 'Reports and numbers'],
  ['partners', 'Partner day in March', 'Resellers and integrations'],
  ['security', 'Report everything that looks odd', 'Incidents and reviews'],
];

/** A message: position of its channel, position of its author, its text. */
type MessageLine = readonly [channel: number, author: number, text: string];

/** Position of the bot that posts what the app sends. */
export const appAuthor = 24;

const discussionOf = (story: number) => stories[story]?.discussion ?? [''];

// Newest first, five a day. The first of each day begins a thread.
const messageLines: readonly MessageLine[] = [
  [0, 5, discussionOf(2)[0]],
  [3, appAuthor, 'Release 4.12.0 is live in all regions.'],
  [
    4,
    4,
    'Northwind signed the renewal: three years, 120 seats. Thanks to everybody who helped with the proof of concept!',
  ],
  [1, 5, 'Two customers report that the export stops at 10,000 rows. I opened a ticket, workaround is the API.'],
  [6, 6, 'Numbers for October are in the sheet.'],
  [1, 5, discussionOf(0)[0]],
  [0, 7, 'Please welcome Aisha, who joins the support team today!'],
  [5, 8, 'Draft of the announcement for the relaunch: comments until tomorrow noon, please.'],
  [6, 9, discussionOf(3).join(' ')],
  [3, appAuthor, 'Release 4.12.0-rc.2 was deployed to staging.'],
  [1, 9, discussionOf(5)[0]],
  [7, 10, 'Second interview with the backend candidate on Friday at 14:00. Who joins?'],
  [4, 4, 'Does anybody know a reference customer in logistics?'],
  [6, 6, discussionOf(6).join(' ')],
  [6, 6, 'Reminder: travel expenses of October until Friday.'],
  [6, 6, discussionOf(1)[0]],
  [5, 8, 'The webinar has 240 registrations so far.'],
  [2, 2, 'Staging is back after the upgrade.'],
  [0, 1, 'The office is closed on Monday because of the fire drill.'],
  [1, 9, 'The help article about webhooks is updated.'],
  [4, 11, discussionOf(4)[0]],
  [3, appAuthor, 'Release 4.11.3 is live in all regions.'],
  [7, 10, 'We have an offer out for the design position.'],
  [6, 6, 'The auditors are in the house this week, room Oslo.'],
  [4, 11, 'Pipeline review moved to 11:00.'],
];

// The story of the thread of each day, and who replies.
const threads = [
  [2, [3, 2, 5]],
  [0, [9, 1, 5]],
  [5, [6, 5]],
  [1, [2, 6, 9]],
  [4, [4, 11]],
] as const;

// The replies to the first message of each day: author and text.
const replyLines = threads.map(([story, authors]) =>
  authors.map((author, reply) => [author, discussionOf(story)[reply + 1] ?? ''] as const),
);

const lineOf = (index: number) => messageLines[index % messageLines.length] as MessageLine;

const repliesTo = (index: number) => (index % 5 === 0 ? (replyLines[(index / 5) % replyLines.length] ?? []) : []);

/** The sample message at a position of the history of all channels, newest first. */
export function messageAt(index: number) {
  const [, author, text] = lineOf(index);
  const replies = repliesTo(index);
  const repliers = [...new Set(replies.map(([replier]) => userId(replier)))];
  const thread = replies.length > 0 && {
    thread_ts: messageTs(index),
    reply_count: replies.length,
    reply_users_count: repliers.length,
    reply_users: repliers,
    latest_reply: replyTs(index, replies.length),
    subscribed: false,
    is_locked: false,
  };
  return { author, text, ts: messageTs(index), ...thread };
}

const replyTs = (index: number, reply: number) => spelled(sentAt(index) + reply * 190, index + reply);

/** The sample message at a position of all threads: each is the message that began it, then its replies. */
export function threadMessageAt(position: number) {
  const reply = position % 5;
  const begun = position - reply;
  const line = repliesTo(begun)[reply - 1];
  if (line === undefined) return messageAt(begun);
  const [author, text] = line;
  const parent = userId(lineOf(begun)[1]);
  return { author, text, ts: replyTs(begun, reply), thread_ts: messageTs(begun), parent_user_id: parent };
}

// A message does not contain its channel.
const channelOfText = new Map([
  ...messageLines.map(([channel, , text]) => [text, channelId(channel)] as const),
  ...replyLines.flatMap((replies, day) => replies.map(([, text]) => [text, channelId(lineOf(day * 5)[0])] as const)),
]);

/** The parameters of a simulated list of messages, and whether a message is part of the list. */
interface Period {
  readonly channel: string;
  readonly oldest?: string | undefined;
  readonly latest?: string | undefined;
  readonly inclusive?: boolean;
}

/** Id of the channel in which a sample message was sent; that of the first one for what callers wrote. */
export const channelOf = (text: string): string => channelOfText.get(text) ?? channelId(0);

/** Whether a sample message was sent in a channel and period. */
export function isSentIn({ text, ts }: { readonly text?: string; readonly ts: string }, period: Period): boolean {
  const { channel, oldest, latest, inclusive } = period;
  const time = Number(ts);
  const isAfter = oldest === undefined || time > Number(oldest) || (inclusive === true && time === Number(oldest));
  const isBefore = latest === undefined || time < Number(latest) || (inclusive === true && time === Number(latest));
  return channelOfText.get(text ?? '') === channel && isAfter && isBefore;
}

/** Tells the simulated vendor that the channel is the record. */
export const thatChannel = { channel: 'id' } as const;

/** A sample of such a response. */
export const sampleDone = () => ({ ok: true });

const titles = ['Engineer', 'Account manager', 'Designer', 'Support agent', 'Controller'];

export const simulatedWorkspace = [
  simulate(users, {
    sample: (source) => {
      const is_bot = source.index === appAuthor;
      const { first, last, email } = source.person();
      const real_name = is_bot ? 'Release bot' : `${first} ${last}`;
      const name = real_name.toLowerCase().replace(' ', '.');
      return {
        id: userId(source.index),
        team_id: team,
        name,
        real_name,
        deleted: source.index % 15 === 14,
        color: source.pick(['9f69e7', '4bbe2e', 'e7392d', '3c989f']),
        tz: 'Europe/Berlin',
        tz_label: 'Central European Time',
        tz_offset: 3600,
        profile: {
          title: is_bot ? '' : source.pick(titles),
          phone: '',
          skype: '',
          real_name,
          real_name_normalized: real_name,
          display_name: is_bot ? real_name : first,
          display_name_normalized: is_bot ? real_name : first,
          status_text: '',
          status_emoji: '',
          status_expiration: 0,
          avatar_hash: source.id('g', 11),
          ...(!is_bot && { first_name: first, last_name: last, email }),
          team,
        },
        is_admin: source.index === 0,
        is_owner: source.index === 0,
        is_primary_owner: source.index === 0,
        is_restricted: false,
        is_ultra_restricted: false,
        is_bot,
        is_app_user: false,
        is_email_confirmed: true,
        updated: source.epoch(source.integer(1, 300)),
        who_can_share_contact_card: 'EVERYONE',
      };
    },
    actions: {
      get: { fields: { user: 'id' } },
    },
  }),
];
