import { createHash } from 'node:crypto';
import { forgivenEdits, hasOnlyLetters, wordMatcher } from '../../query/fuzzy-match.ts';
import { codePointCount, firstCodePoints } from '../../query/stored-text.ts';
import type { CheckpointBeside } from './checkpoint-beside.ts';
import type { CopyScope } from './pass-log.ts';
import { type Runner, run } from './statement.ts';
import { piecesNear, piecesOf } from './word-pieces.ts';

/** How many words all copies together may remember. */
const mostKnownWords = 300_000;

/** The words this process knows to be in the vocabularies, so that most pages have none to add. */
export class KnownWords {
  readonly #words = new Map<string, Set<string>>();
  #count = 0;

  /** The words that may be missing in the vocabulary of an incarnation of a copy. */
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
    // A copy, because a part of a text keeps the whole text in memory.
    for (const word of words.slice(0, mostKnownWords)) known.add(Buffer.from(word).toString());
    this.#count += known.size;
  }
}

/** Words shorter than this are never within the forgiven edits of an operand. */
const shortestWord = 3;
/** `words` at most triples an operand of 1000 code points, and two edits are forgiven. */
const longestWord = 3002;
/** Longer names would not fit the index. */
const longestName = 100;

/** The words of `words` that a fuzzy operand may be compared with by edits: letters and marks only. */
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
 * Finds the words of a vocabulary within the forgiven edits of each word of fuzzy operands, other than those that begin with it. The
 * database gives the words that share a piece, `wordMatcher` decides.
 */
export async function nearWords(
  runner: Runner,
  beside: CheckpointBeside,
  { connectionId, entityId }: CopyScope,
  operandWords: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const operands = operandWords.flatMap((word) => {
    const edits = forgivenEdits(word);
    return edits === 0 ? [] : [{ word, pieces: piecesNear(word, edits) }];
  });
  if (operands.length === 0) return new Map();
  const rows = await beside.run<{ piece: number; word: string }>(runner, ['piece', 'word'], {
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
