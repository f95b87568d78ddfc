/** Returns numbers from 0 up to 1, repeatable for the same seed. */
export type Randomness = () => number;

/** Creates a repeatable source of numbers (mulberry32). */
export function randomness(seed: number): Randomness {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const count = 50_000;
const beginnings = 'b c d f g h j k l m n p r s t v w z br ch cl dr fl gr pl pr sh sl sp st th tr'.split(' ');
const vowels = 'a e i o u ai ea ou'.split(' ');
const ends = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'ck'];

/** 50,000 pronounceable words, the most frequent first. */
export const vocabulary: readonly string[] = newVocabulary();

function newVocabulary(): readonly string[] {
  const random = randomness(7);
  const pick = (parts: readonly string[]) => parts[Math.floor(random() * parts.length)] ?? '';
  const words = new Set<string>();
  while (words.size < count) {
    const syllables = 1 + Math.floor(Math.min(3, random() * 2 + (words.size / count) * 2.5));
    words.add(Array.from({ length: syllables }, () => pick(beginnings) + pick(vowels) + pick(ends)).join(''));
  }
  return [...words];
}

const drawn = 2 ** 20;
const ranks = newRanks();

// Repeats each rank by its frequency, so that drawing a word costs one lookup.
function newRanks(): Uint16Array {
  const weight = (rank: number) => 1 / (rank + 2);
  const total = vocabulary.reduce((sum, _, rank) => sum + weight(rank), 0);
  const all = new Uint16Array(drawn);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    const begin = Math.round((sum / total) * drawn);
    sum += weight(rank);
    all.fill(rank, begin, Math.round((sum / total) * drawn));
  }
  return all;
}

/** A word of the vocabulary, with the frequency of its rank (Zipf). */
export function zipfWord(random: Randomness): string {
  return vocabulary[ranks[Math.floor(random() * drawn)] ?? 0] ?? '';
}
