import type { SampleSource } from '@connectory/connector-sdk';
import { z } from 'zod';
import { channelId, channelLines, team, userId } from '../sample-workspace.ts';
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
  updated: z.int().nullish().describe('When its settings were last changed, in Unix milliseconds'),
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

/** A plausible channel. The app is a member of those with messages; the last ones are projects that have ended. */
export function sampleChannel(source: SampleSource) {
  const { index } = source;
  const [name, topic, purpose] = channelLines[index] ?? [
    `project-${source.pick(['atlas', 'borealis', 'compass', 'delta', 'ember', 'falcon'])}-${index}`,
    'The project has ended',
    'A project with its own team',
  ];
  const created = source.epoch(source.integer(200, 900));
  const creator = userId(source.integer(1, 10));
  const note = (value: string) => ({ value, creator, last_set: created });
  return {
    id: channelId(index),
    name,
    name_normalized: name,
    is_channel: true,
    is_group: false,
    is_im: false,
    is_mpim: false,
    is_private: name === 'hiring' || name === 'leadership',
    created,
    is_archived: index >= channelLines.length,
    is_general: index === 0,
    unlinked: 0,
    is_shared: false,
    is_org_shared: false,
    is_pending_ext_shared: false,
    is_ext_shared: false,
    pending_shared: [],
    shared_team_ids: [team],
    pending_connected_team_ids: [],
    context_team_id: team,
    updated: created * 1000,
    creator,
    is_member: index < 12,
    topic: note(topic),
    purpose: note(purpose),
    previous_names: [],
    num_members: index === 0 ? 64 : source.integer(4, 40),
    parent_conversation: null,
    properties: {},
    is_thread_only: false,
    is_read_only: false,
  };
}
