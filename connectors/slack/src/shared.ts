import { z } from 'zod';
import { channelId, messageTs, userId } from './sample-workspace.ts';

/** A part of a record whose fields Slack does not specify. */
export const object = z.record(z.string(), z.unknown());

// Slack rejects 1000.
const maxPage = 999;

const cursor = z.string().optional().describe('The next_cursor of the previous response');

/** Parameters of lists of people and channels. */
export const listParams = z.object({
  cursor,
  limit: z.int().min(1).max(maxPage).default(200).describe('Number of records per page; Slack may return fewer'),
});

/** The channel of a call. */
export const inChannel = z.object({
  channel: z
    .string()
    .describe('Channel ID')
    .meta({ examples: [channelId(0)] }),
});

/** The person of a call. */
export const person = z.string().meta({ examples: [userId(1)] });

/** The message of a call. */
export const timestamp = z
  .string()
  .describe('Timestamp of the message')
  .meta({ examples: [messageTs(0)] });

/** Parameters of lists of messages. Times are Unix timestamps such as `1762300800.000200`, or ISO 8601. */
export const historyParams = inChannel.extend({
  cursor,
  limit: z.int().min(1).max(maxPage).default(100).describe('Number of messages per page; Slack may return fewer'),
  oldest: z.string().optional().describe('Only messages after this time: a Unix timestamp or an ISO 8601 date or time'),
  latest: z
    .string()
    .optional()
    .describe('Only messages before this time: a Unix timestamp or an ISO 8601 date or time'),
  inclusive: z.boolean().default(false).describe('Whether messages sent exactly at `oldest` or `latest` are included'),
});

/** A list of messages, with both ends of the period as Unix timestamps. */
export const historyQuery = <
  Values extends { readonly oldest?: string | undefined; readonly latest?: string | undefined },
>(
  values: Values,
) => ({ query: { ...values, oldest: unixTimestamp(values.oldest), latest: unixTimestamp(values.latest) } });

const isoDay = /^\d{4}-\d{2}-\d{2}/;

function unixTimestamp(value: string | undefined): string | undefined {
  const time = value !== undefined && isoDay.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : String(time / 1000);
}

/** The response of methods that only report success. */
export const Done = z.object({ ok: z.boolean() });

/** The text of a message. */
export const text = z
  .string()
  .describe('Text of the message, in Slack markup')
  .meta({ examples: ['The release is *live*.'] });

/** The message whose thread a new one joins. */
export const threadTs = z.string().optional().describe('Timestamp of the message to reply to');

/** The appearance of a new message. */
export const appearance = {
  reply_broadcast: z.boolean().optional().describe('Whether a reply is also shown in the channel'),
  unfurl_links: z.boolean().optional().describe('Whether links to text pages are previewed'),
  unfurl_media: z.boolean().optional().describe('Whether links to media are previewed'),
};
