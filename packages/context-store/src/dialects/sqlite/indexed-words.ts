import { firstCodePoints } from '../../query/stored-text.ts';
import { words } from '../../query/words.ts';

/**
 * Words are indexed up to so many code points: more than an operand of 1000 has, of which each becomes three at most, with all the
 * edits that are forgiven, so what is cut off decides nothing.
 */
const indexedLength = 3003;

/** The distinct words of a text as its word index and the vocabulary have them. */
export function indexedWords(text: string): ReadonlySet<string> {
  return new Set(words(text).map((word) => firstCodePoints(word, indexedLength)));
}
