import { time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { object } from '../shared.ts';

const Note = z.object({
  value: z.string().nullish(),
  creator: z.string().nullish(),
  last_set: time('unix-seconds', z.int()).nullish(),
});

/** A conversation: a public or private channel, a group message or a direct message. */
export const Channel = z.object({
  id: z.string(),
  name: z.string().nullish(),
  is_channel: z.boolean().nullish(),
  is_group: z.boolean().nullish(),
  is_im: z.boolean().nullish(),
  is_mpim: z.boolean().nullish(),
  is_private: z.boolean().nullish(),
  created: time('unix-seconds', z.int()).nullish(),
  is_archived: z.boolean().nullish(),
  is_general: z.boolean().nullish(),
  unlinked: z.int().nullish(),
  name_normalized: z.string().nullish(),
  is_shared: z.boolean().nullish(),
  is_org_shared: z.boolean().nullish(),
  is_pending_ext_shared: z.boolean().nullish(),
  pending_shared: z.array(z.string()).nullish(),
  context_team_id: z.string().nullish(),
  updated: time('unix-milliseconds', z.int())
    .nullish()
    .describe('When its settings were last changed, in Unix milliseconds'),
  creator: z.string().nullish(),
  is_ext_shared: z.boolean().nullish(),
  shared_team_ids: z.array(z.string()).nullish(),
  pending_connected_team_ids: z.array(z.string()).nullish(),
  is_member: z.boolean().nullish(),
  topic: Note.nullish(),
  purpose: Note.nullish(),
  previous_names: z.array(z.string()).nullish(),
  num_members: z.int().nullish(),
  parent_conversation: z.string().nullish(),
  properties: object.nullish(),
  is_thread_only: z.boolean().nullish(),
  is_read_only: z.boolean().nullish(),
});
