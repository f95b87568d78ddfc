import { from, fromParam, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { object } from '../shared.ts';

const Reaction = z.object({
  name: z.string().nullish(),
  users: z.array(z.string()).nullish(),
  count: z.int().nullish(),
});

/** A formatted block below the text of a message. */
export const Attachment = z.object({
  id: z.int().nullish(),
  fallback: z.string().nullish(),
  color: z.string().nullish(),
  pretext: z.string().nullish(),
  author_name: z.string().nullish(),
  author_link: z.string().nullish(),
  author_icon: z.string().nullish(),
  title: z.string().nullish(),
  title_link: z.string().nullish(),
  text: z.string().nullish(),
  fields: z.array(object).nullish(),
  image_url: z.string().nullish(),
  thumb_url: z.string().nullish(),
  footer: z.string().nullish(),
  footer_icon: z.string().nullish(),
  ts: z.union([z.string(), z.int()]).nullish(),
});

const SharedFile = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  title: z.string().nullish(),
  mimetype: z.string().nullish(),
  filetype: z.string().nullish(),
  pretty_type: z.string().nullish(),
  user: z.string().nullish(),
  size: z.int().nullish(),
  mode: z.string().nullish(),
  is_external: z.boolean().nullish(),
  external_type: z.string().nullish(),
  is_public: z.boolean().nullish(),
  public_url_shared: z.boolean().nullish(),
  url_private: z.string().nullish(),
  url_private_download: z.string().nullish(),
  permalink: z.string().nullish(),
  permalink_public: z.string().nullish(),
  created: time('unix-seconds', z.int()).nullish(),
  timestamp: time('unix-seconds', z.int()).nullish(),
});

/** The app that posted a message. */
export const BotProfile = z.object({
  id: z.string().nullish(),
  deleted: z.boolean().nullish(),
  name: z.string().nullish(),
  updated: time('unix-seconds', z.int()).nullish(),
  app_id: z.string().nullish(),
  team_id: z.string().nullish(),
});

/** A message of a channel; `ts` identifies it within the channel. */
export const Message = z.object({
  type: z.string().nullish(),
  subtype: z.string().nullish(),
  ts: time('unix-decimal'),
  user: z.string().nullish(),
  text: z.string().nullish(),
  thread_ts: time('unix-decimal').nullish(),
  reply_count: z.int().nullish(),
  reply_users_count: z.int().nullish(),
  latest_reply: time('unix-decimal').nullish(),
  reply_users: z.array(z.string()).nullish(),
  is_locked: z.boolean().nullish(),
  subscribed: z.boolean().nullish(),
  reactions: z.array(Reaction).nullish(),
  attachments: z.array(Attachment).nullish(),
  blocks: z.array(object).nullish(),
  files: z.array(SharedFile).nullish(),
  edited: z.object({ user: z.string().nullish(), ts: time('unix-decimal').nullish() }).nullish(),
  username: z.string().nullish().describe('Name under which an app posted it, if it chose one'),
  bot_id: z.string().nullish(),
  bot_profile: BotProfile.nullish(),
  app_id: z.string().nullish(),
  team: z.string().nullish(),
});

/** Search fields that messages of channels and of threads compute: the channel they were read from, and `ts` as a number. */
export const computedOfMessage = {
  channel_id: fromParam(z.string(), 'channel'),
  float_ts: from(z.number().describe('Time at which it was sent, in Unix seconds with fractions'), ({ ts }) =>
    Number(ts),
  ),
};
