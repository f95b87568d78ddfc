import { customerAt, type SampleSource } from '@connectory/sandbox';

/**
 * The account of the samples: a coffee roaster with a shop and cafés. Ids and addresses follow from positions, so that contacts,
 * lists, Single Sends and their figures belong together.
 */
const kinds = ['contacts', 'lists', 'segments', 'singlesends', 'templates', 'versions'] as const;

function scrambled(seed: number): string {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  return (Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0).toString(16).padStart(8, '0');
}

/** The UUID of the sample record of a kind at a position. */
export function idAt(kind: (typeof kinds)[number], index: number): string {
  const seed = (kinds.indexOf(kind) + 1) * 1_000_003 + index * 4;
  const digits = [0, 1, 2, 3].map((step) => scrambled(seed + step)).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

// Name, and how many contacts are on it.
const listLines: readonly (readonly [name: string, contacts: number])[] = [
  ['Newsletter', 18_420],
  ['Shop customers', 9_312],
  ['Coffee subscribers', 3_204],
  ['Wholesale partners', 268],
  ['Café loyalty card', 6_745],
  ['Press', 84],
  ['Gift card buyers', 1_120],
  ['Brewing course', 412],
];

/** The sample contact list at a position. */
export function listAt(index: number) {
  const [name, contact_count] = listLines[index] ?? [`Guests of tasting no. ${index - 7}`, 12 + (index % 9)];
  return { id: idAt('lists', index), name, contact_count };
}

/** A plausible suppression; `first` is the position of the first person of the list. */
export const sampleSuppression = (source: SampleSource, first: number) => ({
  created: source.epoch(2 + source.index * 11),
  email: customerAt(first + source.index).email,
});
