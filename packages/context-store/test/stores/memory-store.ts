import { parseExactly, writeExactly } from '@connectory/exact-json';
import { aggregateInMemory } from '../../src/query/aggregate-in-memory.ts';
import type { SearchQuery } from '../../src/query/condition.ts';
import { searchInMemory } from '../../src/query/search-in-memory.ts';
import { compareText } from '../../src/query/stored-text.ts';
import type { ChangePage, FeedPosition } from '../../src/stores/change-feed.ts';
import { requireFollowing, revisionOf } from '../../src/stores/checkpoint-revision.ts';
import {
  type ContextStore,
  type EndedPass,
  type Erasure,
  type FoundAggregate,
  type FoundPage,
  type KeyRange,
  keptPasses,
  type PageOutcome,
  type PageWrite,
  type PartitionEnd,
  type RecordChanges,
  type Removal,
  removedAtOnce,
  type SearchPlan,
  type StoredRecord,
  type StoredValue,
  type StoreScope,
  type UnseenQuery,
  type UnseenRecords,
} from '../../src/stores/context-store.ts';
import type { EntityLayout } from '../../src/stores/entity-layout.ts';

interface Row {
  /** JSON text, so that nothing is shared with the writer. */
  readonly document: string;
  readonly generation: number;
}

interface Copy {
  readonly rows: Map<string, Row>;
  checkpoint: string | null;
  readonly passes: Map<number, string>;
}

/** A context store in memory, for tests of the engine. */
export class MemoryStore implements ContextStore {
  readonly searchTurns = 4;
  readonly #copies = new Map<string, Copy>();
  readonly #removedAtOnce: number;

  constructor(atOnce: number = removedAtOnce) {
    this.#removedAtOnce = atOnce;
  }

  async prepare(scope: StoreScope): Promise<void> {
    this.#copy(scope);
  }

  async writePage(
    scope: StoreScope,
    { records, goneKeys = [], generation, checkpoint }: PageWrite,
  ): Promise<PageOutcome> {
    const copy = this.#copy(scope);
    store(copy, checkpoint);
    let added = 0;
    let changed = 0;
    for (const record of records) {
      const document = writeExactly(record.document);
      const known = copy.rows.get(record.key);
      if (known === undefined) added += 1;
      else if (known.document !== document) changed += 1;
      copy.rows.set(record.key, { document, generation });
    }
    const removed = goneKeys.filter((key) => copy.rows.delete(key)).length;
    return { added, changed, unchanged: records.length - added - changed, removed };
  }

  async endPartition(scope: StoreScope, end: PartitionEnd): Promise<Removal> {
    const { range, generation, checkpoint, unfinished } = end;
    const copy = this.#copy(scope);
    const gone = [...copy.rows].filter(([key, row]) => row.generation < generation && isWithin(range, key));
    const finished = gone.length < this.#removedAtOnce;
    store(copy, finished ? checkpoint : unfinished);
    const removed = gone.slice(0, this.#removedAtOnce);
    for (const [key] of removed) copy.rows.delete(key);
    return { removed: removed.length, finished };
  }

  async unseen(scope: StoreScope, { range, generation, limit }: UnseenQuery): Promise<UnseenRecords> {
    const { rows } = this.#copy(scope);
    const isUnseen = ({ key }: StoredRecord) => isWithin(range, key) && (rows.get(key)?.generation ?? 0) < generation;
    const records = this.#records(scope).filter(isUnseen);
    return { count: records.length, records: records.slice(0, limit) };
  }

  async endPass(scope: StoreScope, { pass, checkpoint, summary }: EndedPass): Promise<void> {
    const copy = this.#copy(scope);
    store(copy, checkpoint);
    copy.passes.set(pass, writeExactly(summary));
    for (const known of copy.passes.keys()) if (known <= pass - keptPasses) copy.passes.delete(known);
  }

  async readPasses(scope: StoreScope): Promise<readonly StoredValue[]> {
    const passes = [...(this.#copies.get(nameOf(scope))?.passes ?? [])];
    return passes.sort(([one], [other]) => other - one).map(([, summary]) => parseExactly(summary) as StoredValue);
  }

  async apply(scope: StoreScope, { upserts, deletedKeys, generation }: RecordChanges): Promise<void> {
    const { rows } = this.#copy(scope);
    for (const { key, document } of upserts) {
      const stamp = Math.max(generation, rows.get(key)?.generation ?? 0);
      rows.set(key, { document: writeExactly(document), generation: stamp });
    }
    for (const key of deletedKeys) rows.delete(key);
  }

  async erase(scope: StoreScope, { keys }: Erasure): Promise<number> {
    const { rows } = this.#copy(scope);
    return keys.filter((key) => rows.delete(key)).length;
  }

  async findMentions(): Promise<never> {
    throw new Error('The store in memory is not looked through.');
  }

  async readChanges(): Promise<ChangePage> {
    throw new Error('The store in memory has no feed.');
  }

  async feedHead(): Promise<FeedPosition> {
    throw new Error('The store in memory has no feed.');
  }

  async readCheckpoint(scope: StoreScope): Promise<StoredValue | null> {
    const text = this.#copies.get(nameOf(scope))?.checkpoint ?? null;
    return text === null ? null : (parseExactly(text) as StoredValue);
  }

  readCheckpoints(connectionId: string, layouts: readonly EntityLayout[]): Promise<readonly (StoredValue | null)[]> {
    return Promise.all(layouts.map((layout) => this.readCheckpoint({ connectionId, layout })));
  }

  async writeCheckpoint(scope: StoreScope, checkpoint: StoredValue): Promise<void> {
    store(this.#copy(scope), checkpoint);
  }

  async listRecords(scope: StoreScope, afterKey: string | null, limit: number): Promise<readonly StoredRecord[]> {
    const behind = this.#records(scope).filter(({ key }) => afterKey === null || compareText(key, afterKey) > 0);
    return behind.slice(0, limit);
  }

  async readAll(): Promise<never> {
    throw new Error('The store in memory has no states.');
  }

  async count(scope: StoreScope): Promise<number> {
    return this.#copies.get(nameOf(scope))?.rows.size ?? 0;
  }

  counts(connectionId: string, layouts: readonly EntityLayout[]): Promise<readonly number[]> {
    return Promise.all(layouts.map((layout) => this.count({ connectionId, layout })));
  }

  async search(scope: StoreScope, query: SearchQuery): Promise<FoundPage> {
    const checkpoint = await this.readCheckpoint(scope);
    return { ...searchInMemory(scope.layout, this.#records(scope), query), checkpoint };
  }

  async aggregate(scope: StoreScope, query: SearchQuery): Promise<FoundAggregate> {
    return { ...aggregateInMemory(this.#records(scope), query), checkpoint: await this.readCheckpoint(scope) };
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
    const copy = this.#copies.get(name) ?? { rows: new Map(), checkpoint: null, passes: new Map() };
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

function store(copy: Copy, checkpoint: StoredValue): void {
  const stored = copy.checkpoint === null ? null : (parseExactly(copy.checkpoint) as StoredValue);
  requireFollowing(revisionOf(stored), revisionOf(checkpoint));
  copy.checkpoint = writeExactly(checkpoint);
}

function isWithin(range: KeyRange | null, key: string): boolean {
  return range === null || (compareText(key, range.from) >= 0 && compareText(key, range.below) < 0);
}

const nameOf = ({ connectionId, layout }: StoreScope) => `${connectionId} ${layout.entity}`;
