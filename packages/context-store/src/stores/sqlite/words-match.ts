/** A match of a word index. */
export interface WordsMatch {
  readonly match: string;
  /** A faster match that finds a subset of this one; null if there is none. */
  readonly part: string | null;
  /** Whether it finds exactly what the condition finds. */
  readonly isExact: boolean;
  /** Whether it collects very many texts before returning the first one. */
  readonly isCostly: boolean;
}

/** Prefixes this short are shared by very many words. */
const longestCommonBeginning = 3;

/** Returns the match of a word index for texts with any of the words. */
export function keywordMatch(words: readonly string[]): WordsMatch {
  return { match: words.map(quotedWord).join(' OR '), part: null, isExact: true, isCostly: false };
}

/**
 * Returns the match of a word index for texts that have, for each word of a fuzzy operand, a word that begins with it or one `near` it.
 * Short words are ignored if there are longer ones: they narrow little and cost much.
 */
export function fuzzyMatch(words: readonly string[], near: (word: string) => readonly string[]): WordsMatch {
  const long = words.filter((word) => word.length > longestCommonBeginning);
  const chosen = (long.length === 0 ? words : long).map((word) => ({
    word: quotedWord(word),
    near: near(word).map(quotedWord),
  }));
  // A prefix first collects all words that begin with it; a whole word is looked up directly.
  const all = chosen.map((one) => `(${[`${one.word} *`, ...one.near].join(' OR ')})`);
  const part = chosen.map((one) => `(${[one.word, ...one.near].join(' OR ')})`);
  return {
    match: all.join(' AND '),
    part: part.join(' AND '),
    isExact: chosen.length === words.length,
    isCostly: long.length === 0,
  };
}

// Words contain only letters, marks and numbers, so no quotation marks or operators.
function quotedWord(word: string): string {
  return `"${word}"`;
}
