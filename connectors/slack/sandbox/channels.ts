import { type SampleSource, simulate } from '@connectory/sandbox';
import { bookmarks } from '../src/entities/bookmarks.ts';
import { channelArchives } from '../src/entities/channel-archives.ts';
import { channelInvites } from '../src/entities/channel-invites.ts';
import { channelJoins } from '../src/entities/channel-joins.ts';
import { channelKicks } from '../src/entities/channel-kicks.ts';
import { channelPurposes } from '../src/entities/channel-purposes.ts';
import { channelTopics } from '../src/entities/channel-topics.ts';
import { channels } from '../src/entities/channels.ts';
import { pins } from '../src/entities/pins.ts';
import { channelId, userId } from '../src/sample-workspace.ts';
import { channelLines, sampleDone, team, thatChannel } from './workspace.ts';

/** A plausible channel. The app is a member of those with messages; the last ones are projects that have ended. */
function sampleChannel(source: SampleSource) {
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

export const simulatedChannels = [
  simulate(channels, {
    sample: sampleChannel,
    actions: {
      list: {
        matches: ({ is_private, is_archived }, { types, exclude_archived }) =>
          types.split(',').includes(is_private ? 'private_channel' : 'public_channel') &&
          !(exclude_archived && is_archived),
      },
      get: { fields: thatChannel },
      create: {
        values: ({ name, is_private = false }) => ({
          name,
          name_normalized: name,
          is_private,
          is_archived: false,
          is_member: true,
          num_members: 1,
          topic: { value: '' },
          purpose: { value: '' },
        }),
      },
      update: { fields: thatChannel, values: ({ name }) => ({ name, name_normalized: name }) },
    },
  }),
  simulate(channelArchives, {
    sample: sampleDone,
  }),
  simulate(channelInvites, {
    sample: sampleChannel,
    actions: {
      create: { fields: thatChannel, values: () => ({}) },
    },
  }),
  simulate(channelJoins, {
    sample: sampleChannel,
    actions: {
      create: { fields: thatChannel, values: () => ({ is_member: true }) },
    },
  }),
  simulate(channelKicks, {
    sample: sampleDone,
  }),
  simulate(channelPurposes, {
    sample: sampleChannel,
    actions: {
      create: { fields: thatChannel, values: ({ purpose }) => ({ purpose: { value: purpose } }) },
    },
  }),
  simulate(channelTopics, {
    sample: sampleChannel,
    actions: {
      create: { fields: thatChannel, values: ({ topic }) => ({ topic: { value: topic } }) },
    },
  }),
  simulate(bookmarks, {
    sample: ({ index, epoch }) => {
      const created = epoch(200 - index);
      return {
        id: `Bk${(1_700_000_000 + index * 7919).toString(36).toUpperCase()}`,
        channel_id: channelId(index),
        title: 'Office handbook',
        link: 'https://handbook.example.com/',
        emoji: ':notebook:',
        icon_url: null,
        type: 'link',
        entity_id: null,
        date_created: created,
        date_updated: created,
        rank: 'i',
        last_updated_by_user_id: userId(1),
        last_updated_by_team_id: team,
        shortcut_id: null,
        app_id: null,
      };
    },
  }),
  simulate(pins, {
    sample: sampleDone,
  }),
];
