import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { SearchQuery } from '../../query/condition.ts';
import { searchInMemory } from '../../query/search-in-memory.ts';
import { compareText } from '../../query/stored-text.ts';
import type {
  ContextStore,
  PageOutcome,
  PageWrite,
  SearchPage,
  SearchPlan,
  StoredRecord,
  StoredValue,
  StoreScope,
} from '../../store/context-store.ts';

interface Row {
  /** JSON text, so that nothing is shared with the writer. */
  readonly document: string;
  readonly generation: number;
}

interface Copy {
  readonly rows: Map<string, Row>;
  checkpoint: string | null;
}

/** A context store in memory, for tests of the engine. */
export class MemoryStore implements ContextStore {
  readonly #copies = new Map<string, Copy>();

  async prepare(scope: StoreScope): Promise<void> {
    this.#copy(scope);
  }

  async writePage(scope: StoreScope, { records, generation, checkpoint }: PageWrite): Promise<PageOutcome> {
    const copy = this.#copy(scope);
    let added = 0;
    let changed = 0;
    for (const record of records) {
      const document = writeExactly(record.document);
      const known = copy.rows.get(record.key);
      if (known === undefined) added += 1;
      else if (known.document !== document) changed += 1;
      copy.rows.set(record.key, { document, generation });
    }
    copy.checkpoint = writeExactly(checkpoint);
    return { added, changed, unchanged: records.length - added - changed };
  }

  async endPass(scope: StoreScope, generation: number, checkpoint: StoredValue): Promise<number> {
    const copy = this.#copy(scope);
    const gone = [...copy.rows].filter(([, row]) => row.generation < generation);
    for (const [key] of gone) copy.rows.delete(key);
    copy.checkpoint = writeExactly(checkpoint);
    return gone.length;
  }

  async apply(
    scope: StoreScope,
    upserts: readonly StoredRecord[],
    deletedKeys: readonly string[],
    generation: number,
  ): Promise<void> {
    const { rows } = this.#copy(scope);
    for (const { key, document } of upserts) {
      const stamp = Math.max(generation, rows.get(key)?.generation ?? 0);
      rows.set(key, { document: writeExactly(document), generation: stamp });
    }
    for (const key of deletedKeys) rows.delete(key);
  }

  async readCheckpoint(scope: StoreScope): Promise<StoredValue | null> {
    const text = this.#copies.get(nameOf(scope))?.checkpoint ?? null;
    return text === null ? null : (parseExactly(text) as StoredValue);
  }

  async writeCheckpoint(scope: StoreScope, checkpoint: StoredValue): Promise<void> {
    this.#copy(scope).checkpoint = writeExactly(checkpoint);
  }

  async listRecords(scope: StoreScope, afterKey: string | null, limit: number): Promise<readonly StoredRecord[]> {
    const behind = this.#records(scope).filter(({ key }) => afterKey === null || compareText(key, afterKey) > 0);
    return behind.slice(0, limit);
  }

  async count(scope: StoreScope): Promise<number> {
    return this.#copies.get(nameOf(scope))?.rows.size ?? 0;
  }

  async search(scope: StoreScope, query: SearchQuery): Promise<SearchPage> {
    return searchInMemory(scope.layout, this.#records(scope), query);
  }

  async explain(): Promise<SearchPlan> {
    throw new Error('The store in memory has no plans.');
  }

  async dropConnection(connectionId: string): Promise<void> {
    for (const name of this.#copies.keys()) if (name.startsWith(`${connectionId} `)) this.#copies.delete(name);
  }

  async close(): Promise<void> {
    this.#copies.clear();
  }

  #copy(scope: StoreScope): Copy {
    const name = nameOf(scope);
    const copy = this.#copies.get(name) ?? { rows: new Map(), checkpoint: null };
    this.#copies.set(name, copy);
    return copy;
  }

  #records(scope: StoreScope): readonly StoredRecord[] {
    const rows = [...(this.#copies.get(nameOf(scope))?.rows ?? [])];
    return rows
      .sort(([one], [other]) => compareText(one, other))
      .map(([key, { document }]) => ({ key, document: parseExactly(document) as StoredRecord['document'] }));
  }
}

const nameOf = ({ connectionId, layout }: StoreScope) => `${connectionId} ${layout.entity}`;
