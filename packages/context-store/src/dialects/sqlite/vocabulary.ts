import { forgivenEdits, hasOnlyLetters, wordMatcher } from '../../query/fuzzy-match.ts';
import { codePointCount } from '../../query/stored-text.ts';
import type { ConnectionFile } from './connection-file.ts';
import type { Deadline } from './deadline.ts';
import { identifier, sql } from './fragment.ts';

const pageSize = 10_000;
/** A word of an operand forgives an edit from 4 code points on. */
const shortest = 3;

/** Whether words of fuzzy operands can be a few edits away from a word. */
export function isComparedByEdits(word: string): boolean {
  return word.length >= shortest && hasOnlyLetters(word);
}

/**
 * The words of one entity that are compared by edits, in memory: their number grows slowly, and a look at all of them takes milliseconds.
 * Words are only ever added to the file, so what is known stays true.
 */
export class NearWords {
  #lastId = 0;
  /** By their number of code points. */
  readonly #alike = new Map<number, AlikeWords>();

  /** Takes in the words that were added to the file since. What was taken in when the time is over stays. */
  refresh(file: ConnectionFile, table: string, deadline: Pick<Deadline, 'check'>): void {
    for (;;) {
      deadline.check();
      const rows = file.rows(
        sql`SELECT id, word FROM ${identifier(table)} WHERE id > ${this.#lastId} ORDER BY id LIMIT ${pageSize}`,
      );
      for (const [id, text] of rows) {
        const word = String(text);
        this.#lastId = Number(id);
        const length = codePointCount(word);
        const alike = this.#alike.get(length) ?? { words: [], letters: [] };
        this.#alike.set(length, alike);
        alike.words.push(word);
        alike.letters.push(lettersOf(word));
      }
      if (rows.length < pageSize) return;
    }
  }

  /** The words that are near a word of a fuzzy operand by their edits. */
  near(operandWord: string): readonly string[] {
    const edits = forgivenEdits(operandWord);
    if (edits === 0) return [];
    const isNear = wordMatcher(operandWord);
    const length = codePointCount(operandWord);
    const letters = lettersOf(operandWord);
    const found: string[] = [];
    for (let other = length - edits; other <= length + edits; other += 1) {
      const alike = this.#alike.get(other) ?? { words: [], letters: [] };
      for (let index = 0; index < alike.words.length; index += 1) {
        const others = alike.letters[index] ?? 0;
        if (bitCount(letters & ~others) > edits || bitCount(others & ~letters) > edits) continue;
        const word = alike.words[index] ?? '';
        if (isNear(word)) found.push(word);
      }
    }
    return found;
  }
}

/** Words of one length. */
interface AlikeWords {
  readonly words: string[];
  /** Of each word, a bit for each code point modulo 32: an edit changes at most one bit each way. */
  readonly letters: number[];
}

function lettersOf(word: string): number {
  let letters = 0;
  for (const character of word) letters |= 1 << ((character.codePointAt(0) ?? 0) & 31);
  return letters;
}

function bitCount(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
