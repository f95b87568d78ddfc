import type { SearchQuery } from '../../src/query/condition.ts';
import type { ChangeQuery } from '../../src/stores/change-feed.ts';
import type {
  ContextStore,
  EndedPass,
  Erasure,
  MentionQuery,
  PageWrite,
  PartitionEnd,
  RecordChanges,
  StoredValue,
  StoreScope,
  UnseenQuery,
  WholeCopy,
} from '../../src/stores/context-store.ts';
import type { EntityLayout } from '../../src/stores/entity-layout.ts';

/** Thrown by a store whose process is dead. */
export class KilledError extends Error {}

/**
 * Simulates a process that dies: forwards everything to the store until this many changes were made, then dies before or after the next
 * commit. From then on, nothing reaches the store.
 */
export class KillingStore implements ContextStore {
  readonly #store: ContextStore;
  readonly #dies: 'before' | 'after';
  #changesLeft: number;
  #isDead = false;

  constructor(store: ContextStore, changes: number, dies: 'before' | 'after') {
    this.#store = store;
    this.#changesLeft = changes;
    this.#dies = dies;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  prepare(scope: StoreScope) {
    return this.#alive(() => this.#store.prepare(scope));
  }
  writePage(scope: StoreScope, page: PageWrite) {
    return this.#change(() => this.#store.writePage(scope, page));
  }
  endPartition(scope: StoreScope, end: PartitionEnd) {
    return this.#change(() => this.#store.endPartition(scope, end));
  }
  unseen(scope: StoreScope, query: UnseenQuery) {
    return this.#alive(() => this.#store.unseen(scope, query));
  }
  endPass(scope: StoreScope, ended: EndedPass) {
    return this.#change(() => this.#store.endPass(scope, ended));
  }
  readPasses(scope: StoreScope) {
    return this.#alive(() => this.#store.readPasses(scope));
  }
  apply(scope: StoreScope, changes: RecordChanges) {
    return this.#change(() => this.#store.apply(scope, changes));
  }
  erase(scope: StoreScope, erasure: Erasure) {
    return this.#change(() => this.#store.erase(scope, erasure));
  }
  findMentions(scope: StoreScope, query: MentionQuery) {
    return this.#alive(() => this.#store.findMentions(scope, query));
  }
  readChanges(connectionId: string, query: ChangeQuery) {
    return this.#alive(() => this.#store.readChanges(connectionId, query));
  }
  feedHead(connectionId: string) {
    return this.#alive(() => this.#store.feedHead(connectionId));
  }
  readCheckpoint(scope: StoreScope) {
    return this.#alive(() => this.#store.readCheckpoint(scope));
  }
  readCheckpoints(connectionId: string, layouts: readonly EntityLayout[]) {
    return this.#alive(() => this.#store.readCheckpoints(connectionId, layouts));
  }
  writeCheckpoint(scope: StoreScope, checkpoint: StoredValue) {
    return this.#change(() => this.#store.writeCheckpoint(scope, checkpoint));
  }
  listRecords(scope: StoreScope, afterKey: string | null, limit: number) {
    return this.#alive(() => this.#store.listRecords(scope, afterKey, limit));
  }
  readAll<Result>(scope: StoreScope, read: (copy: WholeCopy) => Promise<Result>, signal?: AbortSignal) {
    return this.#alive(() => this.#store.readAll(scope, read, signal));
  }
  count(scope: StoreScope) {
    return this.#alive(() => this.#store.count(scope));
  }
  counts(connectionId: string, layouts: readonly EntityLayout[]) {
    return this.#alive(() => this.#store.counts(connectionId, layouts));
  }
  get searchTurns() {
    return this.#store.searchTurns;
  }
  search(scope: StoreScope, query: SearchQuery) {
    return this.#alive(() => this.#store.search(scope, query));
  }
  aggregate(scope: StoreScope, query: SearchQuery) {
    return this.#alive(() => this.#store.aggregate(scope, query));
  }
  explain(scope: StoreScope, query: SearchQuery) {
    return this.#alive(() => this.#store.explain(scope, query));
  }
  dropConnection(connectionId: string) {
    return this.#alive(() => this.#store.dropConnection(connectionId));
  }
  close() {
    return this.#store.close();
  }

  async #alive<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isDead) throw new KilledError('The process is dead.');
    return work();
  }

  #change<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#alive(async () => {
      this.#changesLeft -= 1;
      if (this.#changesLeft >= 0) return work();
      this.#isDead = true;
      if (this.#dies === 'after') await work();
      throw new KilledError('The process died.');
    });
  }
}
