import { createHash } from 'node:crypto';
import { forgivenEdits, hasOnlyLetters, wordMatcher } from '../../query/fuzzy-match.ts';
import { codePointCount, firstCodePoints } from '../../query/stored-text.ts';
import type { CopyScope } from './copy-state.ts';
import { type Parameters, type Runner, run } from './statement.ts';

/** Maximum size of an indexed word with its scope, in bytes; PostgreSQL allows 2046. */
const maxIndexedWord = 2000;
/** Maximum size of all indexed words of a record, in bytes; PostgreSQL allows 1 MiB. */
const maxIndexedBytes = 900_000;
/** Maximum number of words per text query, so that it is evaluated without deep recursion. */
const wordsPerQuery = 1000;

/** The words of a record as stored in its two columns. */
export interface IndexedWords {
  /** Text form of a tsvector. */
  readonly words: string;
  /** Words that are too long or too many for the index, null in nearly every record. */
  readonly moreWords: readonly string[] | null;
}

/**
 * Prefix of every word in the index: four characters of the connection and two of the field. One index then serves all connections and
 * fields, and finds a word in one field of one connection without reading the records of others. A collision of prefixes only costs time,
 * because every statement also names the connection.
 */
export function wordScope(connectionId: string, fieldNumber: number): string {
  const connection = Buffer.from(connectionId.slice(-6), 'hex').toString('base64url');
  return connection + fieldNumber.toString(36).padStart(2, '0');
}

/** Returns the word columns of a record. Each word begins with its scope. */
export function indexedWords(scopedWords: readonly string[]): IndexedWords {
  const indexed: string[] = [];
  const more: string[] = [];
  let remaining = maxIndexedBytes;
  for (const word of scopedWords) {
    const size = word.length * 3 <= maxIndexedWord ? word.length * 3 : Buffer.byteLength(word);
    remaining -= size;
    if (size > maxIndexedWord || remaining < 0) more.push(word);
    else indexed.push(quoted(word));
  }
  return { words: indexed.join(' '), moreWords: more.length === 0 ? null : more };
}

/** Words to look for in one field: exact words, and prefixes. */
export interface WantedWords {
  readonly equal: readonly string[];
  readonly beginning: readonly string[];
}

/**
 * SQL that is true for records with at least one of the words in the field that the scope identifies. Its first half is what the indexes
 * answer, so that the database need not read the words of each match again; the second half tests records with words alongside the index.
 */
export function wordCondition(scope: string, { equal, beginning }: WantedWords, parameters: Parameters): string {
  const equals = equal.map((word) => scope + word);
  const beginnings = beginning.map((word) => scope + word);
  const terms = [
    ...equals.filter(isIndexable).map(quoted),
    ...beginnings.filter(isIndexable).map((word) => `${quoted(word)}:*`),
  ];
  const queries = Array.from({ length: Math.ceil(terms.length / wordsPerQuery) }, (_, index) =>
    terms.slice(index * wordsPerQuery, (index + 1) * wordsPerQuery).join(' | '),
  );
  const indexed = queries.map((query) => `words @@ ${parameters.bind(query, 'tsquery')}`);
  const others = [
    ...(equals.length > 0 ? [`more.word = any(${parameters.bind(equals, 'text[]')})`] : []),
    ...(beginnings.length > 0 ? [`more.word ^@ any(${parameters.bind(beginnings, 'text[]')})`] : []),
  ];
  const hasMore = 'more_words is not null';
  const isAmongMore = `exists (select from unnest(more_words) as more (word) where ${others.join(' or ')})`;
  return `((${[...indexed, hasMore].join(' or ')}) and (${['more_words is null', ...indexed, isAmongMore].join(' or ')}))`;
}

function isIndexable(word: string): boolean {
  return Buffer.byteLength(word) <= maxIndexedWord;
}

// Words contain only letters, marks and digits, and scopes also - and _, so nothing needs escaping.
function quoted(word: string): string {
  return `'${word}'`;
}

/** Maximum number of words to remember across all copies. */
const maxKnownWords = 300_000;

/** Words that this process knows to be in the vocabularies, so that most pages have none to add. */
export class KnownWords {
  readonly #words = new Map<string, Set<string>>();
  #count = 0;

  /** Returns the words that may be missing from the vocabulary of an incarnation of a copy. */
  missing(incarnation: string, words: readonly string[]): readonly string[] {
    const known = this.#words.get(incarnation);
    return known === undefined ? words : words.filter((word) => !known.has(word));
  }

  /** Remembers words of a committed vocabulary. */
  add(incarnation: string, words: readonly string[]): void {
    if (this.#count + words.length > maxKnownWords) {
      this.#words.clear();
      this.#count = 0;
    }
    const known = this.#words.get(incarnation) ?? new Set();
    this.#words.set(incarnation, known);
    this.#count -= known.size;
    // Copied, because a substring keeps the whole text in memory.
    for (const word of words.slice(0, maxKnownWords)) known.add(Buffer.from(word).toString());
    this.#count += known.size;
  }
}

/** Shorter words are never within the allowed edit distance of an operand. */
const shortestWord = 3;
/** `words` at most triples an operand of 1000 code points, and two edits are allowed. */
const longestWord = 3002;
/** Longer names do not fit into the index. */
const longestName = 100;

/** Returns the words that a fuzzy operand may match by edit distance: letters and marks only. */
export function vocabularyWords(words: Iterable<string>): readonly string[] {
  return Array.from(words).filter((word) => {
    if (word.length < shortestWord || word.length > 2 * longestWord || !hasOnlyLetters(word)) return false;
    const length = codePointCount(word);
    return length >= shortestWord && length <= longestWord;
  });
}

/** Adds words to a vocabulary. */
export async function addToVocabulary(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
  words: readonly string[],
): Promise<void> {
  const entries = words.flatMap((word) => piecesOf(word).map((piece) => ({ piece, word })));
  if (entries.length === 0) return;
  await run(
    runner,
    `insert into context_store_vocabulary (connection_id, entity_id, piece, name, word)
      select $1::uuid, $2::integer, given.* from unnest($3::integer[], $4::text[], $5::text[]) as given
      on conflict do nothing`,
    [
      ...[connectionId, entityId, entries.map(({ piece }) => piece)],
      ...[entries.map(({ word }) => nameOf(word)), entries.map(({ word }) => wordBeyondName(word))],
    ],
  );
}

/**
 * Finds, for each word of fuzzy operands, the words of a vocabulary within the allowed edit distance, except those that begin with it. The
 * database returns words that share a piece; `wordMatcher` decides.
 */
export async function nearWords(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
  operandWords: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const operands = [...new Set(operandWords)].flatMap((word) => {
    const edits = forgivenEdits(word);
    return edits === 0 ? [] : [{ word, pieces: piecesNear(word, edits) }];
  });
  if (operands.length === 0) return new Map();
  const rows = await run<{ piece: number; word: string }>(
    runner,
    `select piece, coalesce(word, name) as word from context_store_vocabulary
      where connection_id = $1::uuid and entity_id = $2::integer and piece = any($3::integer[])`,
    [connectionId, entityId, [...new Set(operands.flatMap(({ pieces }) => pieces))]],
  );
  const candidates = Map.groupBy(rows, ({ piece }) => piece);
  return new Map(
    operands.map(({ word: operandWord, pieces }) => {
      const matches = wordMatcher(operandWord);
      const words = new Set(pieces.flatMap((piece) => (candidates.get(piece) ?? []).map(({ word }) => word)));
      return [operandWord, [...words].filter((word) => !word.startsWith(operandWord) && matches(word))];
    }),
  );
}

function nameOf(word: string): string {
  if (word.length <= longestName) return word;
  return firstCodePoints(word, longestName / 2) + createHash('sha256').update(word).digest('hex');
}

function wordBeyondName(word: string): string | null {
  return word.length <= longestName ? null : word;
}

/** Operands of at least 8 code points allow 2 edits (`forgivenEdits`), so words of at least 6 code points can match them. */
const shortestOfThreePieces = 6;

/**
 * Returns the pieces that a word of the vocabulary is indexed by, as numbers. Pieces find words within a few edits of each other without
 * comparing all of them: a word is cut into one piece more than the allowed number of edits, which cannot touch every piece, and an
 * untouched piece is displaced by at most the number of edits.
 */
export function piecesOf(word: string): readonly number[] {
  const codePoints = codePointsOf(word);
  return segments(codePoints.length).map(({ start, end }, index) =>
    pieceNumber(codePoints.length, index, codePoints, start, end),
  );
}

/** Returns pieces such that every word within the edits of an operand has at least one of them. */
export function piecesNear(operandWord: string, edits: 1 | 2): readonly number[] {
  const codePoints = codePointsOf(operandWord);
  const pieces = new Set<number>();
  for (let length = codePoints.length - edits; length <= codePoints.length + edits; length += 1) {
    for (const [index, { start, end }] of segments(length).entries()) {
      const first = Math.max(0, start - edits);
      const last = Math.min(codePoints.length - (end - start), start + edits);
      for (let place = first; place <= last; place += 1) {
        pieces.add(pieceNumber(length, index, codePoints, place, place + end - start));
      }
    }
  }
  return [...pieces];
}

function segments(length: number): readonly { readonly start: number; readonly end: number }[] {
  const count = length < shortestOfThreePieces ? 2 : 3;
  return Array.from({ length: count }, (_, index) => ({
    start: Math.floor((index * length) / count),
    end: Math.floor(((index + 1) * length) / count),
  }));
}

// FNV-1a. A collision only costs a comparison.
function pieceNumber(length: number, index: number, codePoints: readonly number[], start: number, end: number): number {
  let hash = 0x811c9dc5;
  const add = (value: number): void => {
    hash = Math.imul(hash ^ value, 0x01000193);
  };
  add(length);
  add(index);
  for (let place = start; place < end; place += 1) add(codePoints[place] ?? 0);
  return hash | 0;
}

function codePointsOf(word: string): readonly number[] {
  return Array.from(word, (character) => character.codePointAt(0) ?? 0);
}
