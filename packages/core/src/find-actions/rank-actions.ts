import type { Connector } from '@connectory/connector-sdk';
import { commands, stopWords } from './action-words.ts';
import type { ActionAddress, ActionIndex, IndexedAction } from './index-actions.ts';
import { wordsOf } from './words.ts';

/** How much less each further action of an entity counts, so that the first few are not all of one. */
const furtherActionFactor = 0.65;
/** The share of its score that an action keeps if its entity is not mentioned. */
const unnamedFactor = 0.45;
/** How much more the actions of a connector count where its vendor, or its kind, is named. */
const vendorFactor = 20;
const kindFactor = 2.5;
/** Of the words for what is to be done, and of the first word of what it is done with. */
const verbWeight = 0.6;
const subjectWeight = 1.5;

const meaningless: ReadonlySet<string> = new Set(wordsOf(stopWords));
const verbsByWord = new Map<string, string[]>();
for (const [terms, words] of Object.entries(commands)) {
  for (const word of wordsOf(words)) verbsByWord.set(word, [...(verbsByWord.get(word) ?? []), ...wordsOf(terms)]);
}

/** Returns the actions that `isWanted` and that match a text, the best one first. */
export function rankActions(
  index: ActionIndex,
  connectors: readonly Connector[],
  text: string,
  isWanted: (action: ActionAddress) => boolean,
): readonly ActionAddress[] {
  const plain = withoutValues(text);
  const verbs = verbsOf(plain);
  const isCommand = verbs.length > 0;
  const { factors, names } = namedSystems(connectors, plain, wordsOf(plain));
  const words = withoutNames(wordsOf(isCommand ? withoutContent(plain) : plain), names);
  const subjects = words.slice(isCommand ? 1 : 0).filter((word) => !meaningless.has(word));
  const weights = new Map(verbs.map((verb) => [verb, verbWeight]));
  if (subjects[0] !== undefined) weights.set(subjects[0], subjectWeight);
  for (const word of subjects) if (!weights.has(word)) weights.set(word, 1);
  const scores = index.scores([...new Set([...subjects, ...verbs])], weights);
  const said = new Set([...subjects, ...verbs]);
  const scored = index.actions
    .map((action) => {
      const factor = factors.get(action.address.connector);
      const score = (scores.get(action.id) ?? 0) + (factor === undefined ? 0 : 1);
      return { action, score: score * (factor ?? 1) * affinity(action, isCommand, plain) * namedShare(action, said) };
    })
    .filter(({ action, score }) => score > 0 && isWanted(action.address));
  return spread(oneRecord.test(text) ? scored : listsFirst(scored)).map(({ action }) => action.address);
}

/** A text without the values in it: quoted texts and addresses reveal nothing about the action. */
const withoutValues = (text: string) =>
  text
    .replace(/(^|\s)['"“‘`][^'"”’`]{1,80}['"”’`](?=[\s.,;:!?)]|$)/g, '$1')
    .replace(/(?<![^\s@])[^\s@]+@[^\s@.]+\.\S+|https?:\/\/\S+/g, ' ')
    .replace(/\p{Extended_Pictographic}+|(?<!\S):[a-z][a-z_+\d]*:/gu, ' emoji ')
    .replace(/(^|\s)#\p{L}[\p{L}\p{N}_-]*/gu, '$1 channel ');

/** A command without the message to send, as in "tell the team that lunch is ready". */
const withoutContent = (text: string) => text.replace(/^(\s*\S+\s+\S.*?)(?::\s|\sthat\s).*$/s, '$1');

const polite =
  /^(?:(?:please|kindly|hey|hi|ok|now|then|and|just|can you|could you|would you|will you|can we|can i|i want to|we want to|i need to|we need to|i would like to|id like to|lets|help me|(?:give|get|show|tell|fetch|find) (?:me|us)|how do i|how can i|how to|to|go ahead and|quickly) )+/;
/** As often a thing, or the state of one, as something to be done. */
const ambiguous: ReadonlySet<string> = new Set(
  wordsOf(
    'merge schedule block bookmark drop fix leave resume request text call open order report post note tag file comment label issue record bid message email phone answer charge return pin archive share draft link store save cut boost complete',
  ),
);
const object =
  /^(?:an?|the|this|that|these|those|my|our|your|him|her|them|me|us|all|another|one|\w+(?:body|one|thing)|new|for|to|off|on|up|\+?\d+|#\S+|@\S+|[a-z_]*\d\w*|under)$/;

/** What is to be done, in the words of summaries, from the first clause that is a command; empty for questions. */
function verbsOf(text: string): readonly string[] {
  for (const clause of text
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[,;:!?()–—]+\s*|\.\s+|\s-+\s/)) {
    const plain = clause
      .replace(/[^\p{L}\p{N}#@+_-]+/gu, ' ')
      .trim()
      .replace(polite, '')
      .replace(/^get rid of/, 'remove');
    const [head = '', next = ''] = plain.split(' ');
    const [word = ''] = wordsOf(head);
    const verbs = verbsByWord.get(word) ?? [];
    if (verbs.length > 0 && (!ambiguous.has(word) || object.test(next))) return verbs;
    if (meaningless.has(word)) return [];
  }
  return [];
}

/** The connectors that a text names by vendor or kind, with how much more their actions count, and the words of these names. */
function namedSystems(connectors: readonly Connector[], text: string, said: readonly string[]) {
  const factors = new Map<string, number>();
  const names: (readonly string[])[] = [];
  const day = /\b(?:on|by|until|next|every|last|this|since|before) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i.test(
    text,
  );
  const phrase = ` ${said.join(' ')} `;
  for (const { id, vendor, kind } of connectors) {
    const words = wordsOf(vendor);
    const [first = ''] = words;
    const isWhole = phrase.includes(` ${words.join(' ')} `);
    const isNamed = isWhole || (phrase.includes(` ${first} `) && !(day && first.endsWith('day')));
    if (isNamed && !verbsByWord.has(first)) {
      factors.set(id, vendorFactor);
      names.push(isWhole ? words : [first]);
    } else if (
      kind.split(/\/| and /).some((one) =>
        phrase.includes(
          ` ${wordsOf(one)
            .filter((word) => !/\d/.test(word))
            .join(' ')} `,
        ),
      )
    ) {
      factors.set(id, kindFactor);
    }
  }
  return { factors, names };
}

/** Words without the names of systems: of "incidents in incident.io" the first one stays. */
function withoutNames(words: readonly string[], names: readonly (readonly string[])[]): readonly string[] {
  let rest = words;
  for (const name of names) {
    rest = rest.filter((_, index) => !name.some((_part, offset) => isAt(rest, index - offset, name)));
  }
  return rest;
}

const isAt = (words: readonly string[], start: number, name: readonly string[]) =>
  name.every((word, offset) => words[start + offset] === word);

const oneRecord =
  /\b(?:details?|settings|id|number|this (?!week|month|year|quarter|morning)\w+)\b|#?\b[a-z]{0,5}[-_]?\d{2,}\w*/i;
const searching = /\b(?:find|search|look(?:ing)? (?:for|up)|containing|matching|named|called|mention\w*)\b/i;
/** Only the copy finds a name that is not spelled as the record spells it. */
const approximate =
  /\b(?:mis-?spel\w*|typos?|spell\w*|spelt|sounds? like|something like|similar|fuzzy|roughly|not sure how)\b/i;
const aboutFile = /\b(?:download|save|files?|attachments?|pdf|export|screenshot|image|document|cv|resume)\b/i;

/** How well an action goes with the way a text is put. */
function affinity(
  { address: { action, effect }, needsParent }: IndexedAction,
  isCommand: boolean,
  text: string,
): number {
  if (effect !== 'read') return isCommand ? 2 : 0.3;
  const read = isCommand ? 0.4 : 1;
  if (action === 'download') return read * (aboutFile.test(text) ? 1.2 : 0.6);
  if (action === 'get') return read * (oneRecord.test(text) ? 1.1 : 0.7);
  if (action === 'context_store_search' && approximate.test(text)) return read * 2.5;
  if (action === 'list') return read * (oneRecord.test(text) && !needsParent ? 0.9 : 1);
  return read * (searching.test(text) ? 1 : 0.8);
}

/** More for the entity `tickets` than for `ticket_forms` where tickets were spoken of. */
function namedShare({ nameWords }: IndexedAction, said: ReadonlySet<string>): number {
  const share = nameWords.filter((word) => said.has(word)).length / nameWords.length;
  return unnamedFactor + (1 - unnamedFactor) * share;
}

interface Scored {
  readonly action: IndexedAction;
  readonly score: number;
}

/** Where no record is named, the list of an entity comes before its get. */
function listsFirst(scored: readonly Scored[]): readonly Scored[] {
  const of = (kind: string) =>
    new Map(scored.filter(({ action }) => action.address.action === kind).map((one) => [entityOf(one.action), one]));
  const [lists, gets] = [of('list'), of('get')];
  return scored.map((one) => {
    const [list, get] = [lists.get(entityOf(one.action)), gets.get(entityOf(one.action))];
    if (list === undefined || get === undefined || list.score >= get.score) return one;
    if (one === list) return { ...one, score: get.score };
    return one === get ? { ...one, score: list.score } : one;
  });
}

const entityOf = ({ address: { connector, entity } }: IndexedAction) => `${connector} ${entity}`;

function spread(scored: readonly Scored[]): readonly Scored[] {
  const times = new Map<string, number>();
  return scored
    .toSorted(byScore)
    .map(({ action, score }) => {
      const entity = entityOf(action);
      const before = times.get(entity) ?? 0;
      times.set(entity, before + 1);
      return { action, score: score * furtherActionFactor ** before };
    })
    .toSorted(byScore);
}

const byScore = (one: Scored, other: Scored) => other.score - one.score;
