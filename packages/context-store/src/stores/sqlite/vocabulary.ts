import { LRUCache } from 'lru-cache';
import { forgivenEdits, hasOnlyLetters, wordMatcher } from '../../query/fuzzy-match.ts';
import { codePointCount } from '../../query/stored-text.ts';
import type { ChangeStatement, ConnectionFile } from './connection-file.ts';
import type { Deadline } from './deadline.ts';
import { identifier, quoted, sql } from './fragment.ts';

const pageSize = 10_000;
/** Words of an operand allow an edit from 4 code points on. */
const shortest = 3;
/** Maximum number of words in the remembered results of one vocabulary. */
const maxRemembered = 10_000;

/** Whether a word is compared with words of fuzzy operands by edit distance. */
function isComparedByEdits(word: string): boolean {
  return word.length >= shortest && hasOnlyLetters(word);
}

/**
 * In-memory words of one entity that are compared by edit distance. Their number grows slowly, and comparing all of them takes
 * milliseconds. Words are only ever added to the file, so cached ones stay valid.
 */
export class NearWords {
  #lastId = 0;
  #version: number | undefined;
  /** By number of code points. */
  readonly #alike = new Map<number, AlikeWords>();
  /** Results by word of an operand, until words are added: the pages of a search compare the same word. */
  readonly #results = new LRUCache<string, readonly string[]>({
    maxSize: maxRemembered,
    sizeCalculation: ({ length }) => length + 1,
  });

  /**
   * Reads the words added to the file since the last call; `version` is the version of the file that is being read. Words read before the
   * deadline passes are kept.
   */
  refresh(file: ConnectionFile, table: string, version: number, deadline: Pick<Deadline, 'check'>): void {
    while (version !== this.#version) {
      deadline.check();
      const rows = file.rows(
        sql`SELECT id, word FROM ${identifier(table)} WHERE id > ${this.#lastId} ORDER BY id LIMIT ${pageSize}`,
      );
      if (rows.length > 0) this.#results.clear();
      for (const [id, text] of rows) {
        const word = String(text);
        this.#lastId = Number(id);
        const length = codePointCount(word);
        const alike = this.#alike.get(length) ?? { words: [], letters: [] };
        this.#alike.set(length, alike);
        alike.words.push(word);
        alike.letters.push(lettersOf(word));
      }
      if (rows.length < pageSize) this.#version = version;
    }
  }

  /** Returns the words within the allowed edit distance of a word of a fuzzy operand. */
  near(operandWord: string): readonly string[] {
    const known = this.#results.get(operandWord);
    if (known !== undefined) return known;
    const found = this.#compared(operandWord);
    this.#results.set(operandWord, found);
    return found;
  }

  #compared(operandWord: string): readonly string[] {
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
  /** For each word, a bit set of its code points modulo 32. An edit sets at most one bit and clears at most one. */
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

const remembered = 200_000;

/** Adds the words of texts to the vocabulary of an entity and caches recently added ones. */
export class VocabularyWriter {
  readonly #insert: ChangeStatement;
  readonly #known = new Set<string>();

  constructor(file: ConnectionFile, table: string) {
    this.#insert = file.changing(`INSERT OR IGNORE INTO ${quoted(table)} (word) VALUES (?)`);
  }

  add(words: readonly string[]): void {
    for (const word of words) {
      if (this.#known.has(word) || !isComparedByEdits(word)) continue;
      if (this.#known.size >= remembered) this.#known.clear();
      this.#insert.run(word);
      this.#known.add(word);
    }
  }
}
