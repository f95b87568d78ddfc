import { isOutdatedCheckpoint } from '../stores/checkpoint-revision.ts';
import type { ContextStore, KeyRange, StoredRecord, StoreScope } from '../stores/context-store.ts';
import { type Checkpoint, storedCheckpoint } from './checkpoint.ts';
import { passSummary } from './pass-history.ts';

/** Thrown when another process has written to the copy of an entity whose lease was held. */
export class LostLeaseError extends Error {
  constructor() {
    super('Another process has taken over this synchronization.');
    this.name = 'LostLeaseError';
  }
}

/**
 * The checkpoint of a pass and what is written with it. Each write is based on the previous checkpoint, so that a process that was stopped
 * for longer than its lease writes nothing: it throws `LostLeaseError`, or the reason of `lost` once that has aborted.
 */
export class PassProgress {
  readonly #store: ContextStore;
  readonly #scope: StoreScope;
  readonly #lost: AbortSignal;
  #checkpoint: Checkpoint;

  /** Goes on from `checkpoint`, which is stored. */
  constructor(store: ContextStore, scope: StoreScope, checkpoint: Checkpoint, lost: AbortSignal) {
    this.#store = store;
    this.#scope = scope;
    this.#lost = lost;
    this.#checkpoint = checkpoint;
  }

  get checkpoint(): Checkpoint {
    return this.#checkpoint;
  }

  /** Goes on from another checkpoint, which is stored with the next write. */
  change(checkpoint: Checkpoint): void {
    this.#checkpoint = checkpoint;
  }

  async save(checkpoint: Checkpoint): Promise<void> {
    const next = following(checkpoint);
    await this.#write(() => this.#store.writeCheckpoint(this.#scope, storedCheckpoint(next)));
    this.#checkpoint = next;
  }

  async savePage(
    records: readonly StoredRecord[],
    checkpoint: Checkpoint,
    goneKeys: readonly string[] = [],
  ): Promise<void> {
    const next = following(checkpoint);
    const page = { records, goneKeys, generation: next.pass, checkpoint: storedCheckpoint(next) };
    const { added, changed, removed } = await this.#write(() => this.#store.writePage(this.#scope, page));
    const counts = { added: next.added + added, changed: next.changed + changed, removed: next.removed + removed };
    this.#checkpoint = { ...next, ...counts };
  }

  /**
   * Removes the records of a range (null: of the whole copy) that no pass from `generation` on has seen, or a part of them if there are many.
   * Returns whether it was the last part: then, and only then, the checkpoint is stored.
   */
  async deleteUnseen(range: KeyRange | null, generation: number, checkpoint: Checkpoint): Promise<boolean> {
    const [done, more] = [following(checkpoint), following(this.#checkpoint)];
    const end = { range, generation, checkpoint: storedCheckpoint(done), unfinished: storedCheckpoint(more) };
    const { removed, finished } = await this.#write(() => this.#store.endPartition(this.#scope, end));
    const next = finished ? done : more;
    this.#checkpoint = { ...next, removed: next.removed + removed };
    return finished;
  }

  async end(checkpoint: Checkpoint): Promise<void> {
    const next = following(checkpoint);
    const ended = { pass: next.pass, checkpoint: storedCheckpoint(next), summary: passSummary(next) };
    await this.#write(() => this.#store.endPass(this.#scope, ended));
    this.#checkpoint = next;
  }

  async #write<Result>(write: () => Promise<Result>): Promise<Result> {
    this.#lost.throwIfAborted();
    try {
      return await write();
    } catch (error) {
      throw isOutdatedCheckpoint(error) ? new LostLeaseError() : error;
    }
  }
}

const following = (checkpoint: Checkpoint): Checkpoint => ({ ...checkpoint, revision: checkpoint.revision + 1 });
