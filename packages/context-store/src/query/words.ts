import { storedText } from './stored-text.ts';

/**
 * A text without case, to compare texts as people read them: lower case by Unicode's default mapping, and the Greek final
 * sigma as any other. A part of a text folds to a part of the folded text.
 */
export function fold(text: string): string {
  const lower = storedText(text).toLowerCase();
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower;
}

const beyondAscii = /[^\0-\x7f]/;

// Marks with their own script are letters of it, such as the vowels of Hindi and Thai. Those of kana distinguish consonants.
const accents = /[[\p{M}&&\p{Script=Inherited}]--[\u3099\u309A]]/gv;

/** The words of a text in its order: the longest runs of letters, marks and digits of any script, folded, without accents. */
export function words(text: string): readonly string[] {
  return withoutAccents(fold(text)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function withoutAccents(text: string): string {
  return beyondAscii.test(text) ? text.normalize('NFD').replace(accents, '').normalize('NFC') : text;
}
