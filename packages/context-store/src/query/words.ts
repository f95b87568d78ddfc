import { storedText } from './stored-text.ts';

/**
 * A text without case, to compare texts as people read them: lower case by Unicode's default mapping, and the Greek final
 * sigma as any other. A part of a text folds to a part of the folded text.
 */
export function fold(text: string): string {
  const lower = storedText(text).toLowerCase();
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower;
}

/** The words of a text in its order: the longest runs of letters, marks and digits of any script, folded. */
export function words(text: string): readonly string[] {
  return fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
