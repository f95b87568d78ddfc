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
const boardsWithItems = 5;

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
