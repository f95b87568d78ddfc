import type { SampleSource } from '@connectory/connector-sdk';
import { z } from 'zod';
import { object } from '../shared.ts';

const Note = z.object({ value: z.string().nullish(), creator: z.string().nullish(), last_set: z.int().nullish() });

/** A conversation: a public or private channel, a group message or a direct message. */
export const Channel = z.object({
  id: z.string(),
  name: z.string().nullish(),
  is_channel: z.boolean().nullish(),
  is_group: z.boolean().nullish(),
  is_im: z.boolean().nullish(),
  is_mpim: z.boolean().nullish(),
  is_private: z.boolean().nullish(),
  created: z.int().nullish(),
  is_archived: z.boolean().nullish(),
  is_general: z.boolean().nullish(),
  unlinked: z.int().nullish(),
  name_normalized: z.string().nullish(),
  is_shared: z.boolean().nullish(),
  is_org_shared: z.boolean().nullish(),
  is_pending_ext_shared: z.boolean().nullish(),
  pending_shared: z.array(z.string()).nullish(),
  context_team_id: z.string().nullish(),
  updated: z.int().nullish(),
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

const names = ['general', 'random', 'engineering', 'sales', 'support', 'design', 'marketing', 'finance', 'releases'];

/** A plausible channel; the app is a member of most. */
export function sampleChannel(source: SampleSource) {
  const name = source.index < names.length ? names[source.index] : `project-${source.words(1)}-${source.index}`;
  const created = source.epoch(source.integer(200, 900));
  const note = (value: string) => ({ value, creator: source.of('users'), last_set: created });
  return {
    id: source.id('C0', 9).toUpperCase(),
    name,
    name_normalized: name,
    is_channel: true,
    is_group: false,
    is_im: false,
    is_mpim: false,
    is_private: source.index % 8 === 7,
    created,
    is_archived: source.index % 9 === 8,
    is_general: source.index === 0,
    unlinked: 0,
    is_shared: false,
    is_org_shared: false,
    is_pending_ext_shared: false,
    is_ext_shared: false,
    pending_shared: [],
    shared_team_ids: ['T024BE7LD'],
    pending_connected_team_ids: [],
    context_team_id: 'T024BE7LD',
    updated: created * 1000,
    creator: source.of('users'),
    is_member: source.index % 6 !== 5,
    topic: note(`Everything about ${name}`),
    purpose: note(`The place to talk about ${name}`),
    previous_names: [],
    num_members: source.integer(3, 60),
    parent_conversation: null,
    properties: {},
    is_thread_only: false,
    is_read_only: false,
  };
}
