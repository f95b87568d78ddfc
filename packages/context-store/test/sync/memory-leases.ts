import type { LeaseKeeper } from '../../src/sync/lease-keeper.ts';

/** Leases in memory, for one process. */
export class MemoryLeases implements LeaseKeeper {
  readonly #held = new Map<string, AbortController>();
  readonly #listeners = new Set<(names: readonly string[]) => void>();

  async withLease<Result>(
    name: string,
    _options: object,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.#held.has(name)) {
      throw Object.assign(new Error(`${name} is taken.`), { name: 'LeaseUnavailableError' });
    }
    const lost = new AbortController();
    this.#held.set(name, lost);
    try {
      return await work(lost.signal);
    } finally {
      if (this.#held.get(name) === lost) this.#held.delete(name);
    }
  }

  whenFreed(listener: (names: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells the listeners that the holder of a lease has died. */
  die(name: string): void {
    this.lose(name);
    for (const listener of this.#listeners) listener([name]);
  }

  /** Takes a lease away from its holder. */
  lose(name: string): void {
    this.#held.get(name)?.abort(new Error(`${name} was lost.`));
    this.#held.delete(name);
  }
}
