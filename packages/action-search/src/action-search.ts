import type { Connector } from '@connectory/connector-sdk';
import type { Effect } from '@connectory/connector-sdk/engine';
import MiniSearch from 'minisearch';
import { everydayWords } from './everyday-words.ts';
import { describeAction, type FoundAction } from './found-action.ts';
import { type ActionAddress, fieldWeights, type IndexedAction, indexedActions } from './indexed-action.ts';
import { type Intent, intentOf } from './intent.ts';
import { wordsOf } from './words.ts';

export interface ActionSearchRequest {
  readonly text?: string | undefined;
  readonly connector?: string | undefined;
  readonly effect?: Effect | undefined;
  readonly limit: number;
  readonly allows?: (action: ActionAddress) => boolean;
}

export interface FoundActions {
  readonly actions: readonly FoundAction[];
  readonly total: number;
}

export interface ActionSearch {
  find(request: ActionSearchRequest): FoundActions;
}

export function createActionSearch(connectors: readonly Connector[]): ActionSearch {
  const byId = new Map(connectors.map((connector) => [connector.id, connector]));
  let index: Index | undefined;
  return {
    find(request) {
      index ??= buildIndex(connectors);
      const { actions, total } = find(index, request);
      return {
        actions: actions.map((address) => describeAction(byId.get(address.connector) as Connector, address)),
        total,
      };
    },
  };
}

interface Index {
  readonly actions: readonly IndexedAction[];
  readonly words: MiniSearch;
  readonly vendors: ReadonlyMap<string, readonly string[]>;
}

function buildIndex(connectors: readonly Connector[]): Index {
  const actions = indexedActions(connectors);
  const words = new MiniSearch({
    fields: Object.keys(fieldWeights),
    tokenize: (text) => [...wordsOf(text)],
    processTerm: (term) => term,
  });
  words.addAll(actions);
  return { actions, words, vendors: new Map(connectors.map(({ id, vendor }) => [id, wordsOf(vendor)])) };
}

const phrases: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(everydayWords).map(([said, meant]) => [wordsOf(said).join(' '), wordsOf(meant)]),
);
const longestPhrase = 4;
const expansion = 0.5;
const stop = new Set(
  wordsOf(
    'the a an of in on at to our we us i my me is are was were do does did has have had be been for from by with and or that this it its they them their there which who what whose whom when where how why can could may should will would you your please as so not no s t all one someone somebody',
  ),
);

function termsOf(text: string, intent: Intent): ReadonlyMap<string, number> {
  const said = wordsOf(text);
  const terms = new Map<string, number>();
  const add = (term: string, weight: number) => terms.set(term, Math.max(weight, terms.get(term) ?? 0));
  for (const word of said) if (!stop.has(word)) add(word, 1);
  for (let at = 0; at < said.length; at += 1) {
    for (let length = 1; length <= longestPhrase && at + length <= said.length; length += 1) {
      for (const word of phrases.get(said.slice(at, at + length).join(' ')) ?? [])
        add(word, expansion * (length > 1 ? 1.4 : 1));
    }
  }
  for (const verb of intent.verbs) add(verb, 0.6);
  return terms;
}

function find(
  index: Index,
  { text, connector, effect, limit, allows }: ActionSearchRequest,
): { actions: ActionAddress[]; total: number } {
  const isWanted = (action: IndexedAction) =>
    (connector === undefined || action.connector === connector) &&
    (effect === undefined || action.effect === effect) &&
    (allows === undefined || allows(action));
  if (text === undefined) {
    const wanted = index.actions.filter(isWanted);
    return { actions: wanted.slice(0, limit).map(addressOf), total: wanted.length };
  }
  const intent = intentOf(text);
  const terms = termsOf(text, intent);
  const said = new Set(wordsOf(text));
  const vendor = new Map(
    [...index.vendors].map(([id, words]) => [
      id,
      1 + (1 * words.filter((word) => said.has(word)).length) / words.length,
    ]),
  );
  const hits = index.words.search([...terms.keys()].join(' '), {
    tokenize: (query) => query.split(' '),
    boost: fieldWeights,
    boostTerm: (term) => terms.get(term) ?? 1,
    prefix: (term) => term.length >= 4,
    fuzzy: (term) => (term.length >= 5 && !/\d/.test(term) ? 0.2 : false),
    weights: { fuzzy: 0.2, prefix: 0.4 },
  });
  const scored = hits
    .map(({ id, score }) => ({ action: index.actions[id] as IndexedAction, score }))
    .filter(({ action }) => isWanted(action))
    .map(({ action, score }) => ({
      action,
      score: score * (vendor.get(action.connector) ?? 1) * affinity(action, intent),
    }))
    .toSorted((one, other) => other.score - one.score);
  const seen = new Map<string, number>();
  const spread = scored
    .map((hit) => {
      const key = `${hit.action.connector} ${hit.action.entity}`;
      const times = seen.get(key) ?? 0;
      seen.set(key, times + 1);
      return { ...hit, score: hit.score * 0.85 ** times };
    })
    .toSorted((one, other) => other.score - one.score);
  return { actions: spread.slice(0, limit).map(({ action }) => addressOf(action)), total: spread.length };
}

const addressOf = ({ connector, entity, action, effect }: IndexedAction): ActionAddress => ({
  connector,
  entity,
  action,
  effect,
});

function affinity({ action, effect }: IndexedAction, { changes, isAboutOne, isSearch, isAboutFile }: Intent): number {
  if (effect !== 'read') return changes === true ? 1.5 : changes === false ? 0.3 : 0.6;
  const base = changes === true ? 0.5 : 1;
  if (action === 'download') return base * (isAboutFile ? 1.2 : 0.6);
  if (action === 'get') return base * (isAboutOne ? 1 : 0.85);
  if (action === 'list') return base * (isAboutOne ? 0.95 : 1);
  return base * (isSearch ? 1 : 0.8);
}
