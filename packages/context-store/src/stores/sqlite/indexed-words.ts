import { firstCodePoints } from '../../query/stored-text.ts';
import { words } from '../../query/words.ts';

/**
 * Words are indexed up to this many code points. This exceeds an operand of 1000 code points, each of which becomes at most three, plus all
 * allowed edits, so the truncated rest never matters.
 */
const indexedLength = 3003;

/** Returns the distinct words of a text as stored in its word index and the vocabulary. */
export function indexedWords(text: string): ReadonlySet<string> {
  return new Set(words(text).map((word) => firstCodePoints(word, indexedLength)));
}
