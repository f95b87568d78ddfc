import type { ChangeStatement, ConnectionFile } from './connection-file.ts';
import { quoted } from './fragment.ts';
import { isComparedByEdits } from './vocabulary.ts';

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
