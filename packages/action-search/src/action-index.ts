import type { Connector } from '@connectory/connector-sdk';
import MiniSearch from 'minisearch';
import { type ActionTexts, type IndexedAction, indexActions } from './indexed-action.ts';
import { type KnownIds, knownIdsOf } from './known-ids.ts';
import { type NamedSystem, namedSystemsOf } from './named-systems.ts';
import type { Concept } from './wish.ts';
import { wordsOf } from './words.ts';

/** The fields of the index, with how much a word in each of them counts. */
const fieldWeights: Readonly<Record<keyof ActionTexts, number>> = {
  vendor: 1,
  kind: 1,
  name: 3.5,
  summary: 3,
  about: 3,
  verbs: 1,
  params: 0.25,
  fields: 1,
};

/** How much more rare terms count than common ones. */
const rarityPower = 0.6;
const closenessPower = 0.7;

/** The actions of connectors with the index of their words. */
export class ActionIndex {
  /** In the order of their manifests. */
  readonly actions: readonly IndexedAction[];
  readonly systems: readonly NamedSystem[];
  readonly knownIds: readonly KnownIds[];
  readonly #words: MiniSearch;
  readonly #known = new Set<string>();
  readonly #names: ReadonlySet<string>;

  constructor(connectors: readonly Connector[]) {
    const indexed = indexActions(connectors);
    this.#words = new MiniSearch({
      fields: Object.keys(fieldWeights),
      // Those of fields are words of the index already.
      tokenize: (text, field) => (field === 'fields' ? text.split(' ') : [...wordsOf(text)]),
      processTerm: (term) => {
        this.#known.add(term);
        return term;
      },
    });
    this.#words.addAll(indexed.map(({ texts }, id) => ({ id, ...texts })));
    this.actions = indexed.map(({ action }) => action);
    this.#names = new Set(this.actions.flatMap(({ nameWords }) => nameWords));
    this.systems = namedSystemsOf(connectors);
    this.knownIds = knownIdsOf(connectors);
  }

  /** Whether a word is part of the name of an entity. */
  isInName(word: string): boolean {
    return this.#names.has(word);
  }

  /**
   * How well actions match a term, by their index in `actions`: the best one scores 1, times the rarity of a match. A wish is the sum of
   * its terms, so that a word with many synonyms does not outweigh another one.
   */
  scores({ weight, terms }: Concept, fields?: readonly (keyof ActionTexts)[]): ReadonlyMap<number, number> {
    const hits = this.#words.search([...terms.keys()].join(' '), {
      tokenize: (text) => text.split(' '),
      processTerm: (term) => term,
      boost: fieldWeights,
      ...(fields && { fields: [...fields] }),
      boostTerm: (term) => terms.get(term) ?? 1,
      prefix: (term) => term.length >= 5,
      // A word that occurs somewhere is not misspelled.
      fuzzy: (term) => (term.length >= 5 && !/\d/.test(term) && !this.#known.has(term) ? 0.2 : false),
      weights: { fuzzy: 0.3, prefix: 0.4 },
    });
    const best = hits[0]?.score ?? 1;
    const rarity = Math.log(1 + this.actions.length / Math.max(1, hits.length)) ** rarityPower;
    return new Map(hits.map(({ id, score }) => [id, weight * rarity * (score / best) ** closenessPower]));
  }
}
