/** Where the made-up account is. */
export const account = 'https://northwind.monday.com';

const projects = [
  'Website relaunch',
  'Sales pipeline',
  'Content calendar',
  'Customer onboarding',
  'Product roadmap',
  'Bug tracker',
  'Hiring',
  'Event planning',
  'Office move',
  'Partner program',
];

const tasks = [
  'Collect requirements',
  'Write the brief',
  'Review with legal',
  'Draft the announcement',
  'Agree on the budget',
  'Prepare the demo',
  'Call the supplier',
];

const boardsWithItems = 5;

const areas = ['Marketing', 'Product', 'Sales', 'Operations', 'People', 'Finance', 'Customer success', 'Engineering'];

/** A made-up workspace; the later ones are of earlier years. */
export const workspaceAt = (index: number) => {
  const area = String(areas[index % areas.length]);
  const isOld = index >= areas.length;
  return {
    id: String(2_931_040 + index),
    name: isOld ? `${area} ${2026 - Math.floor(index / areas.length)}` : area,
    kind: index % 5 === 4 ? 'closed' : 'open',
    description: index % 3 === 0 ? `Everything ${area} works on` : null,
    isOld,
  };
};

/** A made-up board; the later ones are of earlier years. */
export const boardAt = (index: number) => {
  const yearsAgo = Math.floor(index / projects.length);
  return {
    id: String(5_091_204_110 + index * 31),
    name: `${projects[index % projects.length]} ${2026 - yearsAgo}`,
    yearsAgo,
  };
};

/** A made-up item, its board, and when it was created as a Unix timestamp: in the months before the day of the simulated vendor. */
export const itemAt = (index: number) => ({
  id: String(5_091_388_402 + index * 53),
  name: String(tasks[index % tasks.length]),
  group: groups[index % groups.length] ?? groups[0],
  board: boardAt(index % boardsWithItems),
  created: Date.UTC(2026, 9, 26, 9, index, 7) / 1000 - ((index * 37) % 80) * 86_400,
});

/** The id of the update on that item. */
export const updateIdOf = (item: number): string => String(4_512_300_870 + item * 7);

/** The items of a made-up board, by their index. */
export const itemsOn = (board: number): readonly number[] =>
  board < boardsWithItems ? Array.from({ length: 5 }, (_, round) => board + round * boardsWithItems) : [];

/** The groups of every made-up board. */
export const groups = [
  { id: 'topics', title: 'This month', color: '#037f4c', position: '65536' },
  { id: 'group_mkp4x2', title: 'Next month', color: '#579bfc', position: '131072' },
] as const;

/** The labels of the status column, by their position. */
export const statusLabels = ['Working on it', 'Done', 'Stuck'] as const;
