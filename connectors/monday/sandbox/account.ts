import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { tags } from '../src/entities/tags.ts';
import { teams } from '../src/entities/teams.ts';
import { users } from '../src/entities/users.ts';
import { workspaces } from '../src/entities/workspaces.ts';

/** Where the made-up account is. */
export const account = 'https://northwind.monday.com';

const areas = ['Marketing', 'Product', 'Sales', 'Operations', 'People', 'Finance', 'Engineering'];

const projects = [
  'Website relaunch',
  'Sales pipeline',
  'Content calendar',
  'Roadmap',
  'Hiring',
  'Bug tracker',
  'Events',
];

const tasks = [
  'Collect requirements',
  'Write the brief',
  'Review with legal',
  'Agree on the budget',
  'Prepare the demo',
];

/** How many of the made-up boards have items. */
export const boardsWithItems = 5;

// Names repeat after some records; the repetition is of an earlier year.
const named = (names: readonly string[], index: number) => {
  const yearsAgo = Math.floor(index / names.length);
  return { name: `${names[index % names.length]} ${2026 - yearsAgo}`, yearsAgo };
};

/** A made-up workspace. */
export const workspaceAt = (index: number) => {
  const { name, yearsAgo } = named(areas, index);
  const kind = index % 5 === 4 ? 'closed' : 'open';
  const description = index % 3 === 0 ? `Everything in ${name}` : null;
  return { workspace: { id: String(2_931_040 + index), name, kind, description }, yearsAgo };
};

/** A made-up board. */
export const boardAt = (index: number) => ({ id: String(5_091_204_110 + index * 31), ...named(projects, index) });

/** A made-up item, its board, the position of its label, and when it was created, in Unix seconds. */
export const itemAt = (index: number) => ({
  id: String(5_091_388_402 + index * 53),
  name: `${tasks[(index + Math.floor(index / boardsWithItems)) % tasks.length]}`,
  group: groups[index % groups.length] ?? groups[0],
  board: boardAt(index % boardsWithItems),
  label: index % 3 === 0 ? (index % 2) * 2 : 1,
  created: Date.UTC(2026, 9, 26, 9, index, 7) / 1000 - ((index * 37) % 80) * 86_400,
});

/** The id of the update on that item. */
export const updateIdOf = (item: number): string => String(4_512_300_870 + item * 7);

/** The updates on the items of a made-up board. */
export const updatesOn = (board: number) =>
  Array.from({ length: board < boardsWithItems ? 5 : 0 }, (_, round) => ({
    id: updateIdOf(board + round * boardsWithItems),
  }));

/** The groups of every made-up board. */
export const groups = [
  { id: 'topics', title: 'This month', color: '#037f4c', position: '65536' },
  { id: 'group_mkp4x2', title: 'Next month', color: '#579bfc', position: '131072' },
] as const;

/** The labels of the status column, by their position. */
export const statusLabels = ['Working on it', 'Done', 'Stuck'] as const;

/** The labels of the dropdown column. */
export const channels = ['Newsletter', 'Messe', 'Social media'] as const;

const columns = [
  { id: 'name', title: 'Name', type: 'name' },
  { id: 'person', title: 'Owner', type: 'people' },
  { id: 'status', title: 'Status', type: 'status' },
  { id: 'date4', title: 'Due date', type: 'date' },
  { id: 'numbers_mkq1', title: 'Größe (h)', type: 'numbers' },
  { id: 'dropdown_mkq2', title: 'Channels', type: 'dropdown' },
  { id: 'boolean_mkq3', title: 'Approved', type: 'checkbox' },
  { id: 'timeline_mkq4', title: 'Timeline', type: 'timeline' },
];

/** The columns of the made-up board at a position; one board has another one. */
export const columnsOn = (board: number) =>
  board === 1 ? [...columns, { id: 'text_mkr5', title: 'Sponsor', type: 'text' }] : columns;

/** The type of the column with an id; text for a column that no board has. */
export const columnType = (id: string) => columns.find((column) => column.id === id)?.type ?? 'text';

/** How the simulated vendor selects by state. */
export const simulatedStates = {
  matches: (record: RawValue, { state }: RawValue) => state === 'all' || record.state === 'active',
};

const offices = [
  {
    location: 'Berlin',
    country_code: 'DE',
    time_zone_identifier: 'Europe/Berlin',
    utc_hours_diff: 1,
    phone: '+49 30 555',
  },
  {
    location: 'Lisbon',
    country_code: 'PT',
    time_zone_identifier: 'Europe/Lisbon',
    utc_hours_diff: 0,
    phone: '+351 21 555',
  },
  {
    location: 'Pune',
    country_code: 'IN',
    time_zone_identifier: 'Asia/Kolkata',
    utc_hours_diff: 5.5,
    phone: '+91 20 555',
  },
];

const names = ['Design', 'Engineering', 'Marketing', 'Sales', 'Customer success', 'Finance', 'People', 'Operations'];

const officesOfTeams = ['Berlin', 'Lisbon', 'Pune', 'Remote'];

const subjects = ['launch', 'pricing', 'legal', 'onboarding', 'mobile', 'press', 'security', 'budget', 'travel'];

export const simulatedAccount = [
  simulate(users, {
    sample: (source) => {
      const { first, last, email } = source.person();
      const office = source.pick(offices);
      const id = String(58_210_430 + source.index * 17);
      const isInvited = source.index % 12 === 11;
      const age = source.integer(60, 900);
      const photo = (size: string) => `https://files.monday.com/euc1/photos/${id}/${size}/photo.png`;
      const sizes = ['original', 'small', 'thumb', 'thumb_small', 'tiny'];
      return {
        ...office,
        id,
        name: `${first} ${last}`,
        email,
        birthday: source.index % 4 === 0 ? `19${source.integer(70, 99)}-0${source.integer(1, 9)}-14` : null,
        created_at: source.time(age),
        kind: source.index === 0 ? 'ADMIN' : source.pick(['MEMBER', 'MEMBER', 'GUEST']),
        status: isInvited ? 'PENDING' : 'ACTIVE',
        became_active_at: isInvited ? null : source.time(age - 2),
        mobile_phone: null,
        phone: `${office.phone} 01${10 + source.index}`,
        title: source.pick(['Account manager', 'Designer', 'Engineer', 'Product manager', 'Team lead']),
        url: `${account}/users/${id}`,
        is_email_confirmed: !isInvited,
        photo_url: Object.fromEntries(sizes.map((size) => [size, photo(size)])),
      };
    },
  }),
  simulate(teams, {
    sample: (source) => ({
      id: String(1_204_518 + source.index),
      name: `${names[source.index % names.length]} ${officesOfTeams[Math.floor(source.index / names.length) % officesOfTeams.length]}`,
      picture_url: null,
      users: [{ id: source.of('users') }],
    }),
  }),
  simulate(workspaces, {
    sample: (source) => {
      const { workspace, yearsAgo } = workspaceAt(source.index);
      const owner = { id: source.of('users') };
      return {
        ...workspace,
        state: yearsAgo > 0 ? 'archived' : 'active',
        created_at: source.time(320 + 365 * yearsAgo - source.integer(0, 20)),
        account_product: { id: '3120455', kind: 'core' },
        owners_subscribers: [owner],
        settings: { icon: { color: source.pick(['#00a9ff', '#fb275d', '#ffcb00']), image: null } },
        team_owners_subscribers: [],
        teams_subscribers: [{ id: source.of('teams'), name: source.of('teams', 'name') }],
        users_subscribers: [owner],
      };
    },
    actions: {
      list: simulatedStates,
    },
  }),
  simulate(tags, {
    sample: (source) => {
      const round = Math.floor(source.index / subjects.length);
      return {
        id: String(21_870_304 + source.index),
        name: `${subjects[source.index % subjects.length]}${round === 0 ? '' : `-q${round}`}`,
        color: source.pick(['#00c875', '#fdab3d', '#e2445c', '#579bfc', '#a25ddc']),
      };
    },
  }),
];
