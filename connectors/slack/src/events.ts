import { type ConnectorEvents, type EventHint, hmacSignature, type RawValue } from '@connectory/connector-sdk';

// Direct messages are copied only if a setting enables it, because each would need its own pass.
const copiedKinds = ['channel', 'group'];

const userHint = (user: string): EventHint => ({ entity: 'users', params: { user }, key: { id: user } });
const channelHint = (channel: string, gone = false): EventHint => ({
  entity: 'channels',
  params: { channel },
  key: { id: channel },
  gone,
});

/** Reads one message: history and replies can only be restricted to a period. */
const only = (ts: string) => ({ oldest: ts, latest: ts, inclusive: true, limit: 1 });

function messageHints(event: RawValue): readonly EventHint[] {
  const { channel, channel_type: kind, subtype } = event;
  const message = event.message ?? event.previous_message ?? event;
  const ts = event.deleted_ts ?? message.ts;
  if (typeof ts !== 'string' || !copiedKinds.includes(kind)) return [];
  const gone = subtype === 'message_deleted';
  const inChannel = (at: string, isGone: boolean): EventHint => ({
    entity: 'channel_messages',
    params: { channel, ...only(at) },
    key: { ts: at },
    gone: isGone,
  });
  const thread = message.thread_ts;
  const first = inChannel(thread ?? ts, gone && thread === undefined);
  if (thread === undefined) return [first];
  // Slack returns the first message of a thread with any of its replies, and counts them there.
  const inThread = { entity: 'threads', params: { channel, ...only(ts), limit: 2, ts: thread }, key: { ts }, gone };
  return [thread === ts ? inChannel(ts, gone) : first, inThread];
}

function hintsOf(event: RawValue): readonly EventHint[] {
  switch (event?.type) {
    case 'message':
      return messageHints(event);
    case 'team_join':
    case 'user_change':
      return [userHint(event.user.id)];
    case 'channel_created':
    case 'channel_rename':
      return [channelHint(event.channel.id)];
    case 'channel_archive':
    case 'channel_unarchive':
    case 'group_archive':
    case 'group_unarchive':
    case 'member_joined_channel':
    case 'member_left_channel':
      return [channelHint(event.channel)];
    case 'group_rename':
      return [channelHint(event.channel.id)];
    case 'channel_deleted':
    case 'group_deleted':
      return [channelHint(event.channel, true)];
    default:
      return [];
  }
}

/** https://docs.slack.dev/apis/events-api/ */
export const events: ConnectorEvents = {
  documentation: 'https://docs.slack.dev/apis/events-api/',
  entities: ['users', 'channels', 'channel_messages', 'threads'],
  secret: 'Signing secret of the app, shown by Slack under Basic Information → App Credentials',
  signature: hmacSignature({
    header: 'x-slack-signature',
    prefix: 'v0=',
    content: 'v0:{timestamp}:{body}',
    timestamp: { header: 'x-slack-request-timestamp' },
  }),
  id: { body: 'event_id' },
  handshake: ({ body }) =>
    body?.type === 'url_verification' && typeof body.challenge === 'string'
      ? { contentType: 'text/plain', body: body.challenge }
      : undefined,
  hints: ({ body }) => (body?.type === 'event_callback' ? hintsOf(body.event) : []),
};
