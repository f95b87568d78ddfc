import { commerceWords } from './commerce-words.ts';
import { everydayWords } from './everyday-words.ts';
import type { Intent } from './intent.ts';
import { tradeWords } from './trade-words.ts';
import { wordsOf } from './words.ts';

/** One thing that a wish speaks of: the words by which descriptions may have it, with how much each counts. */
export interface Concept {
  readonly weight: number;
  readonly terms: ReadonlyMap<string, number>;
}

const longestPhrase = 5;
/** Weight of a word of the descriptions relative to the word in the wish. */
const meantWeight = 0.6;
/** Of a word on its own, where the phrase around it means something. */
const withinPhraseWeight = 0.5;

// Read with the first wish; most starts of a gateway need none.
let meanings: ReadonlyMap<string, ReadonlySet<string>> | undefined;

const meaningless: ReadonlySet<string> = new Set(
  wordsOf(
    `the a an of in on at to our we us i my me is are was were do does did has have had be been for from by with and or that this it its they
    them their there which who what whose whom when where how why can could may should will would you your please as so not no s t all one
    someone somebody any anyone if show list give get tell
    look up pull find check see summarize summarize need now currently since yet already ever really
    today yesterday afternoon morning evening tonight month year quarter latest newest recent`,
  ),
);

/** A wish without the values in it: quoted texts and addresses reveal nothing about the action. */
export function withoutValues(wish: string): string {
  return wish
    .replace(/(^|\s)['"“‘`][^'"”’`]{1,80}['"”’`](?=[\s.,;:!?)]|$)/g, '$1')
    .replace(/[^\s@]+@[^\s@.]+\.\S+/g, ' recipient ')
    .replace(/\b(?:at the moment|right now|at present|so far|as of (?:today|now))\b/gi, ' ')
    .replace(/https?:\/\/\S+/g, ' link ')
    .replace(/\p{Extended_Pictographic}+|(?<!\S):[a-z][a-z_+\d]*:/gu, ' emoji ')
    .replace(/(^|\s)#\p{L}[\p{L}\p{N}_-]*/gu, '$1 channel ');
}

/** A wish without the message to send, as in "tell the team that lunch is ready". */
export const withoutContent = (wish: string): string => wish.replace(/(?<=\S\s+\S+.*)(?::\s|\sthat\s).*$/s, '');

/**
 * The position of the main subject of a wish, such as `invoices` in "which invoices of Acme are open": its first meaningful word after the
 * command and names of systems; -1 if there is none.
 */
export function placeOfObject(
  said: readonly string[],
  { changes }: Intent,
  heard: ReadonlyMap<number, number>,
): number {
  return said.findIndex(
    (word, place) => place >= (changes === true ? 1 : 0) && !meaningless.has(word) && !heard.has(place),
  );
}

/** The terms of a wish. `said` are its words; `weights` has the weight of words, by position, that do not count 1. */
export function conceptsOf(said: readonly string[], weights: ReadonlyMap<number, number>): readonly Concept[] {
  const concepts: Concept[] = [];
  const inPhrase = new Set<number>();
  for (let length = longestPhrase; length >= 1; length -= 1) {
    for (let at = 0; at + length <= said.length; at += 1) {
      const terms = termsOf(said.slice(at, at + length));
      const own = run(at, length).map((place) => weights.get(place) ?? 1);
      const weight = own.includes(0) ? 0 : Math.max(...own);
      if (terms.size === 0 || weight === 0) continue;
      concepts.push({ weight: length === 1 && inPhrase.has(at) ? weight * withinPhraseWeight : weight, terms });
      if (length > 1) for (const place of run(at, length)) inPhrase.add(place);
    }
  }
  return concepts;
}

const run = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);

function termsOf(phrase: readonly string[]): ReadonlyMap<string, number> {
  const [word = ''] = phrase;
  meanings ??= meaningsOf([everydayWords, tradeWords, commerceWords]);
  const meant = [...(meanings.get(phrase.join(' ')) ?? [])].map((term) => [term, meantWeight] as const);
  return new Map(phrase.length === 1 && !meaningless.has(word) ? [...meant, [word, 1]] : meant);
}

/** The words of descriptions, by the words people use for them. */
function meaningsOf(tables: readonly Readonly<Record<string, string>>[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [meant, phrases] of tables.flatMap((table) => Object.entries(table))) {
    const terms = wordsOf(meant);
    for (const phrase of phrases.split(', ')) {
      const said = wordsOf(phrase).join(' ');
      const known = found.get(said) ?? new Set();
      for (const term of terms) if (term !== said) known.add(term);
      found.set(said, known);
    }
  }
  return found;
}
