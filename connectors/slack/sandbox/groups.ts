import { type SampleSource, simulate } from '@connectory/sandbox';
import { canvases } from '../src/entities/canvases.ts';
import { directMessages } from '../src/entities/direct-messages.ts';
import { userGroupMembers, userGroups } from '../src/entities/user-groups.ts';
import { userStatuses } from '../src/entities/user-statuses.ts';
import { userId } from '../src/sample-workspace.ts';
import { team } from './workspace.ts';

const names = ['Marketing', 'Engineering', 'Support', 'On call', 'Finance'];

function sampleGroup({ index }: SampleSource) {
  const name = `${names[index % names.length]}${index < names.length ? '' : ` ${index}`}`;
  return {
    id: `S07${10_000_000 + index}`,
    team_id: team,
    name,
    handle: name.toLowerCase().replaceAll(' ', '-'),
    description: `Everyone in ${name}`,
    date_create: 1_760_000_000 + index,
    date_update: 1_770_000_000 + index,
    date_delete: 0,
    created_by: userId(1),
    updated_by: userId(1),
    user_count: 2,
    users: [userId(index + 1), userId(index + 2)],
  };
}

const written = ({
  name,
  handle,
  description,
}: {
  name?: string | undefined;
  handle?: string | undefined;
  description?: string | undefined;
}) => ({
  name,
  handle,
  description,
});

const byId = { usergroup: 'id' } as const;

export const simulatedGroups = [
  simulate(userGroups, {
    sample: sampleGroup,
    actions: {
      list: { matches: ({ date_delete }, { include_disabled }) => include_disabled || date_delete === 0 },
      create: { values: (group) => ({ ...written(group), date_delete: 0, users: [], user_count: 0 }) },
      update: { fields: { ...byId, name: null, handle: null, description: null, channels: null }, values: written },
    },
  }),
  simulate(userGroupMembers, {
    sample: sampleGroup,
    actions: {
      update: { fields: { ...byId, users: null }, values: ({ users }) => ({ users, user_count: users.length }) },
    },
  }),
  simulate(directMessages, {
    sample: ({ index }) => ({
      id: `D07${10_000_000 + index}`,
      name: undefined,
      name_normalized: undefined,
      is_im: true,
      is_mpim: false,
      is_private: true,
      pending_shared: [],
      previous_names: [],
    }),
    actions: { create: { values: ({ users }) => ({ is_im: users.length === 1, is_mpim: users.length > 1 }) } },
  }),
  simulate(canvases, {
    sample: ({ index }) => ({ ok: true, canvas_id: `F07${10_000_000 + index}` }),
    actions: { update: { fields: { canvas_id: 'canvas_id', operation: null, section_id: null, markdown: null } } },
  }),
  simulate(userStatuses, {
    sample: () => ({ status_text: '', status_emoji: '', status_expiration: 0 }),
    actions: { update: { fields: { status_text: null, status_emoji: null, status_expiration: null } } },
  }),
];
