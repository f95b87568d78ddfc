import type { LikePattern } from '../../query/condition.ts';

const partLength = 3;
/** This many parts are almost as selective as all of them. */
const mostParts = 12;

/**
 * Returns the match of a `parts` index that finds every folded text matching a like pattern: three-character runs of the pattern's texts.
 * Null if all of them are shorter.
 */
export function partsMatch(pattern: LikePattern): string | null {
  const parts = pattern.flatMap((text) => (typeof text === 'string' ? partsOf(text) : []));
  if (parts.length === 0) return null;
  const distinct = [...new Set(parts)];
  const step = Math.max(1, distinct.length / mostParts);
  const chosen = Array.from(
    { length: Math.min(mostParts, distinct.length) },
    (_, index) => distinct[Math.floor(index * step)],
  );
  return chosen.map((part) => `"${(part ?? '').replaceAll('"', '""')}"`).join(' AND ');
}

function partsOf(text: string): readonly string[] {
  const characters = Array.from(text);
  return characters.slice(partLength - 1).map((_, index) => characters.slice(index, index + partLength).join(''));
}
