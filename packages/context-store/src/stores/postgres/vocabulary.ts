import { createHash } from 'node:crypto';
import type { Database } from '@connectory/database';
import { forgivenEdits, hasOnlyLetters, wordMatcher } from '../../query/fuzzy-match.ts';
import { codePointCount, firstCodePoints } from '../../query/stored-text.ts';
import type { CheckpointBeside } from './checkpoint-beside.ts';
import type { CopyScope } from './pass-log.ts';
import { type Runner, run } from './statement.ts';
import { piecesNear, piecesOf } from './word-pieces.ts';

/** Maximum number of words to remember across all copies. */
const mostKnownWords = 300_000;

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
    if (this.#count + words.length > mostKnownWords) {
      this.#words.clear();
      this.#count = 0;
    }
    const known = this.#words.get(incarnation) ?? new Set();
    this.#words.set(incarnation, known);
    this.#count -= known.size;
    // Copied, because a substring keeps the whole text in memory.
    for (const word of words.slice(0, mostKnownWords)) known.add(Buffer.from(word).toString());
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
  database: Database,
  beside: CheckpointBeside,
  { connectionId, entityId }: CopyScope,
  operandWords: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const operands = operandWords.flatMap((word) => {
    const edits = forgivenEdits(word);
    return edits === 0 ? [] : [{ word, pieces: piecesNear(word, edits) }];
  });
  if (operands.length === 0) return new Map();
  const rows = await beside.run<{ piece: number; word: string }>(database, 'planned', ['piece', 'word'], {
    text: `select piece, coalesce(word, name) as word from context_store_vocabulary
      where connection_id = $1::uuid and entity_id = $2::integer and piece = any($3::integer[])`,
    parameters: [connectionId, entityId, [...new Set(operands.flatMap(({ pieces }) => pieces))]],
  });
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
