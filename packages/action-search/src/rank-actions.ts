import type { ActionIndex } from './action-index.ts';
import type { ActionAddress, IndexedAction } from './indexed-action.ts';
import { type Intent, intentOf } from './intent.ts';
import { findIds } from './known-ids.ts';
import { findSystems, spelledOut } from './named-systems.ts';
import { type Concept, conceptsOf, placeOfObject, withoutContent, withoutValues } from './wish.ts';
import { wordsOf } from './words.ts';

/** How much less each further action of an entity counts, so that the first few are not all of one. */
const furtherActionFactor = 0.65;
/** The share of its score that an action keeps if its entity is not mentioned. */
const unnamedFactor = 0.45;
/** How much more the actions of a connector count in a wish that has one of its ids. */
const idFactor = 4;
const verbWeight = 1.4;
/** Of what a wish is about in the first place. */
const objectWeight = 1.5;
/** What an action of a named system has where no other word of the wish fits it. */
const leastOfNamed = 0.3;

/** The actions that `isWanted` and that fit a wish, the best one first. */
export function rankActions(
  index: ActionIndex,
  wish: string,
  isWanted: (action: ActionAddress) => boolean,
): readonly ActionAddress[] {
  const { text, ids } = findIds(index.knownIds, withoutValues(spelledOut(index.systems, wish)));
  const intent = intentOf(text);
  const said = wordsOf(text);
  const told = intent.changes === true ? wordsOf(withoutContent(text)).length : said.length;
  const systems = findSystems(index.systems, text, said, (word) => index.isInName(word));
  const weights = new Map(systems.heard);
  for (let place = told; place < said.length; place += 1) weights.set(place, 0);
  weights.set(placeOfObject(said, intent, weights), objectWeight);
  const factors = new Map([...ids.map(({ connector }) => [connector, idFactor] as const), ...systems.factors]);
  const concepts = conceptsOf(said, weights);
  const scores = sum([...concepts.map((concept) => index.scores(concept)), index.scores(verbsOf(intent), verbFields)]);
  const spoken = new Set([...concepts.flatMap(({ terms }) => [...terms.keys()]), ...intent.verbs.slice(1)]);
  const scored = index.actions
    .map((action, place) => {
      const factor = factors.get(action.address.connector);
      const score = (scores.get(place) ?? 0) + (factor === undefined ? 0 : leastOfNamed);
      return { action, score: score * (factor ?? 1) * affinity(action, intent) * namedShare(action, spoken) };
    })
    .filter(({ action, score }) => score > 0 && isWanted(action.address));
  return spread(scored).map(({ action }) => action.address);
}

const verbFields = ['verbs', 'summary', 'name'] as const;

const verbsOf = ({ verbs }: Intent): Concept => ({
  weight: verbWeight,
  terms: new Map(verbs.map((verb) => [verb, 1])),
});

function sum(parts: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const total = new Map<number, number>();
  for (const part of parts) for (const [place, score] of part) total.set(place, (total.get(place) ?? 0) + score);
  return total;
}

/** How well an action goes with the way a wish is put. */
function affinity({ address: { action, effect }, isOfOne }: IndexedAction, intent: Intent): number {
  const { changes, startsWithOne, isAboutOne, isSearch, isAboutFile } = intent;
  if (effect !== 'read') return changes === true ? 2 : changes === false ? 0.3 : 0.5;
  const read = changes === true ? 0.4 : 1;
  if (action === 'download') return read * (isAboutFile ? 1.2 : 0.6);
  if (action === 'get') return read * (startsWithOne ? 1.15 : isAboutOne ? 1 : 0.85);
  if (action === 'list') return read * (isAboutOne && !isOfOne ? 0.9 : 1);
  return read * (isSearch ? 1 : 0.8);
}

/** More for the entity `tickets` than for `ticket_forms` where tickets were spoken of. */
function namedShare({ nameWords }: IndexedAction, spoken: ReadonlySet<string>): number {
  const share = nameWords.filter((word) => spoken.has(word)).length / nameWords.length;
  return unnamedFactor + (1 - unnamedFactor) * share;
}

interface Scored {
  readonly action: IndexedAction;
  readonly score: number;
}

function spread(scored: readonly Scored[]): readonly Scored[] {
  const times = new Map<string, number>();
  return scored
    .toSorted(byScore)
    .map(({ action, score }) => {
      const entity = `${action.address.connector} ${action.address.entity}`;
      const before = times.get(entity) ?? 0;
      times.set(entity, before + 1);
      return { action, score: score * furtherActionFactor ** before };
    })
    .toSorted(byScore);
}

const byScore = (one: Scored, other: Scored) => other.score - one.score;
