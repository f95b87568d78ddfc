/** A match of a word index. */
export interface WordsMatch {
  readonly match: string;
  /** A quicker match that finds no more than this one; null when there is none. */
  readonly part: string | null;
  /** Whether it finds exactly what the condition finds. */
  readonly isExact: boolean;
  /** Whether it gathers very many texts before it finds the first one. */
  readonly isCostly: boolean;
}

/** Beginnings of words this short are shared by very many of them. */
const longestCommonBeginning = 3;

/** A match of a word index that finds the texts with one of some words. */
export function keywordMatch(words: readonly string[]): WordsMatch {
  return { match: words.map(quotedWord).join(' OR '), part: null, isExact: true, isCostly: false };
}

/**
 * A match of a word index that finds the texts that have for each word of a fuzzy operand a word that begins with it, or one of those
 * `near` it. Short words are left out beside longer ones: they narrow little and cost much.
 */
export function fuzzyMatch(words: readonly string[], near: (word: string) => readonly string[]): WordsMatch {
  const long = words.filter((word) => word.length > longestCommonBeginning);
  const chosen = (long.length === 0 ? words : long).map((word) => ({
    word: quotedWord(word),
    near: near(word).map(quotedWord),
  }));
  // All words with the same beginning are gathered first; a word by itself is looked up.
  const all = chosen.map((one) => `(${[`${one.word} *`, ...one.near].join(' OR ')})`);
  const part = chosen.map((one) => `(${[one.word, ...one.near].join(' OR ')})`);
  return {
    match: all.join(' AND '),
    part: part.join(' AND '),
    isExact: chosen.length === words.length,
    isCostly: long.length === 0,
  };
}

// Words have letters, marks and numbers only, so none can hold a quotation mark or an operator.
function quotedWord(word: string): string {
  return `"${word}"`;
}
