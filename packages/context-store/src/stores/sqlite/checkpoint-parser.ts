import { parseExactly } from '@connectory/exact-json';
import { LRUCache } from 'lru-cache';
import type { StoredValue } from '../context-store.ts';

/** Maximum number of characters of the remembered checkpoints. */
const mostCharacters = 1_000_000;

/** Parses checkpoints. Searches return the same one until the copy changes, and parsing it costs a sixth of a lookup. */
export class CheckpointParser {
  readonly #parsed = new LRUCache<string, { readonly checkpoint: StoredValue }>({
    maxSize: mostCharacters,
    sizeCalculation: (_, text) => text.length,
  });

  /** Returns the checkpoint of a text, the same object for recently parsed texts. */
  parse(text: string): StoredValue {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known.checkpoint;
    const checkpoint = parseExactly(text) as StoredValue;
    this.#parsed.set(text, { checkpoint });
    return checkpoint;
  }
}
