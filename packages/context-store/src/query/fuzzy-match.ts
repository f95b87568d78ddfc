import { distance } from 'fastest-levenshtein';
import { codePointCount, words } from './stored-text.ts';

/** Whether a word of a field counts as a given word of a fuzzy operand. */
export type WordMatcher = (fieldWord: string) => boolean;

/** How many edits a word of a fuzzy operand forgives: 1 from 4 code points on, 2 from 8; none if it has a digit. */
export function forgivenEdits(operandWord: string): 0 | 1 | 2 {
  const length = codePointCount(operandWord);
  if (length < 4 || !hasOnlyLetters(operandWord)) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * Makes the test of one word of a fuzzy operand: a word of the field is equal, begins with it, or, when both have letters and
 * marks only, is within its forgiven edits. Both words are folded.
 */
export function wordMatcher(operandWord: string): WordMatcher {
  const edits = forgivenEdits(operandWord);
  if (edits === 0) return (fieldWord) => fieldWord.startsWith(operandWord);
  const shortest = codePointCount(operandWord) - edits;
  const longest = 2 * (shortest + 2 * edits);
  return (fieldWord) => {
    if (fieldWord.startsWith(operandWord)) return true;
    if (fieldWord.length < shortest || fieldWord.length > longest) return false;
    return editDistanceAtMost(operandWord, fieldWord, edits) && hasOnlyLetters(fieldWord);
  };
}

/** Whether every word of a fuzzy operand is found among the words of a text. */
export function matchesFuzzy(operandWords: readonly string[], text: string): boolean {
  const fieldWords = [...new Set(words(text))];
  return operandWords.every((word) => fieldWords.some(wordMatcher(word)));
}

/** Whether a word of the operand is a word of the text. */
export function matchesKeyword(operandWords: readonly string[], text: string): boolean {
  const fieldWords = new Set(words(text));
  return operandWords.some((word) => fieldWords.has(word));
}

/** Whether a word has neither digits nor other numbers; only such words are compared by their edits. */
export function hasOnlyLetters(word: string): boolean {
  return !/\p{N}/u.test(word);
}

const firstPrivateUse = 0xe000;

/**
 * Whether one word becomes another by at most `most` insertions, deletions and replacements of a code point (Levenshtein
 * distance). Both are words: well-formed, and letters, marks and numbers only.
 */
export function editDistanceAtMost(one: string, other: string, max: number): boolean {
  if (!hasSurrogate(one) && !hasSurrogate(other)) {
    return Math.abs(one.length - other.length) <= max && distance(one, other) <= max;
  }
  // The library counts UTF-16 units, so each code point is replaced by one: a character that no word contains.
  const stand = new Map<string, string>();
  const inUnits = (word: string) =>
    word.replace(/[\u{10000}-\u{10FFFF}]/gu, (point) => {
      const unit = stand.get(point) ?? String.fromCharCode(firstPrivateUse + stand.size);
      stand.set(point, unit);
      return unit;
    });
  return editDistanceAtMost(inUnits(one), inUnits(other), max);
}

function hasSurrogate(text: string): boolean {
  return /[\uD800-\uDFFF]/.test(text);
}
