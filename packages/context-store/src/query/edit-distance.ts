import { distance } from 'fastest-levenshtein';

const firstPrivateUse = 0xe000;

/**
 * Whether one word becomes another by at most `most` insertions, deletions and replacements of a code point (Levenshtein
 * distance). Both are words: well-formed, and letters, marks and numbers only.
 */
export function editDistanceAtMost(one: string, other: string, most: number): boolean {
  if (!hasSurrogate(one) && !hasSurrogate(other)) {
    return Math.abs(one.length - other.length) <= most && distance(one, other) <= most;
  }
  // The library counts UTF-16 units, so each code point is replaced by one: a character that no word contains.
  const stand = new Map<string, string>();
  const inUnits = (word: string) =>
    word.replace(/[\u{10000}-\u{10FFFF}]/gu, (point) => {
      const unit = stand.get(point) ?? String.fromCharCode(firstPrivateUse + stand.size);
      stand.set(point, unit);
      return unit;
    });
  return editDistanceAtMost(inUnits(one), inUnits(other), most);
}

function hasSurrogate(text: string): boolean {
  return /[\uD800-\uDFFF]/.test(text);
}
