import { firstCodePoints } from '../../query/stored-text.ts';
import { words } from '../../query/words.ts';

/**
 * Words are indexed up to so many code points: more than an operand has (1000) with all the edits that are forgiven, so what is cut off
 * decides nothing.
 */
const indexedLength = 1003;

/** The distinct words of a text as its word index and the vocabulary have them. */
export function indexedWords(text: string): ReadonlySet<string> {
  return new Set(words(text).map((word) => firstCodePoints(word, indexedLength)));
}
