import type { Connector } from '@connectory/connector-sdk';
import { wordsOf } from './words.ts';

/** A connector by the words of its names. */
export interface NamedSystem {
  readonly id: string;
  /** The vendor's name as it is spelled. */
  readonly spelling: string;
  readonly vendor: readonly string[];
  /** Each way to call its kind. */
  readonly kinds: readonly (readonly string[])[];
}

/** The systems that a wish names. */
export interface NamedSystems {
  /** How much more the actions of a connector count, by its id. */
  readonly factors: ReadonlyMap<string, number>;
  /** How much words that name a system still count as words, by their place. */
  readonly heard: ReadonlyMap<number, number>;
}

const vendorFactor = 20;
/** For the first word of a vendor's name alone, which may be that of several. */
const firstWordFactor = 15;
const kindFactor = 2.5;
/** Of a word that names a system and things in systems, such as `ads`. */
const heardWeight = 0.2;
const day =
  /\b(?:on|by|until|till|next|every|last|this|since|before|from) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;

/** The words of the names of connectors. */
export function namedSystemsOf(connectors: readonly Connector[]): readonly NamedSystem[] {
  return connectors.map(({ id, vendor, kind }) => ({
    id,
    spelling: vendor,
    vendor: wordsOf(vendor),
    kinds: kind.split(/\/| and /).map((one) => wordsOf(one).filter((word) => !/\d/.test(word))),
  }));
}

/**
 * The systems that a wish names: by two consecutive words of the vendor's name, by its first word unless that `isCommon`, or by
 * the kind of system.
 */
export function findSystems(
  systems: readonly NamedSystem[],
  wish: string,
  said: readonly string[],
  isCommon: (word: string) => boolean,
): NamedSystems {
  const factors = new Map<string, number>();
  const heard = new Map<number, number>();
  for (const { id, vendor, kinds } of systems) {
    const [first = ''] = vendor;
    const isDistinct = !isCommon(first) && !(first.endsWith('day') && day.test(wish));
    const named = vendor.length > 1 ? placesOf(vendor, said, 2) : [];
    const firstPlaces = isDistinct ? placesOf([first], said, 1) : [];
    if (named.length + firstPlaces.length > 0) {
      factors.set(id, named.length > 0 || vendor.length === 1 ? vendorFactor : firstWordFactor);
      for (const place of [...named, ...firstPlaces]) heard.set(place, isCommon(said[place] ?? '') ? heardWeight : 0);
    } else if (kinds.some((kind) => kind.length > 0 && placesOf(kind, said, kind.length).length > 0)) {
      factors.set(id, kindFactor);
    }
  }
  return { factors, heard };
}

/** A wish with the names of vendors in their own spelling, such as GitHub for github, because capitals mark the words of a name. */
export function spelledOut(systems: readonly NamedSystem[], wish: string): string {
  const spellings = systems.flatMap(({ spelling }) => spelling.split(' ').filter((word) => /[a-z][A-Z]/.test(word)));
  return spellings.reduce((text, word) => text.replace(new RegExp(`\\b${word}\\b`, 'gi'), word), wish);
}

/** The positions at which `length` of the words are consecutive. */
function placesOf(words: readonly string[], said: readonly string[], length: number): readonly number[] {
  const runs = words.slice(length - 1).map((_last, from) => words.slice(from, from + length));
  return said.flatMap((_word, at) =>
    runs.some((run) => run.every((word, index) => said[at + index] === word)) ? run(at, length) : [],
  );
}

const run = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);
