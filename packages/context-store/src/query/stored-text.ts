const notStorable = /\0/g;

/** A text as it is stored and compared: lone surrogates and U+0000, which a database cannot hold, become U+FFFD. */
export function storedText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replace(notStorable, '\uFFFD') : wellFormed;
}

/** Whether a text has more than `count` code points; looks at no more of it than it must. */
export function isLongerThan(text: string, count: number): boolean {
  return text.length > count && (text.length > 2 * count || firstCodePoints(text, count).length < text.length);
}

/** The first `count` code points of a well-formed text. */
export function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1) end += isHighSurrogate(text, end) ? 2 : 1;
  return text.slice(0, end);
}

/** Number of code points of a well-formed text. */
export function codePointCount(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) if (isHighSurrogate(text, index)) count -= 1;
  return count;
}

/** Compares two well-formed texts code point by code point (the order of their UTF-8 bytes): negative, 0 or positive. */
export function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const left = one.charCodeAt(index);
    const right = other.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return one.length - other.length;
}

// Surrogates represent code points above every other UTF-16 unit.
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

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
