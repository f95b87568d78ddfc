import type { LeaseKeeper } from '../lease-keeper.ts';

/** Leases in memory, for one process. */
export class MemoryLeases implements LeaseKeeper {
  readonly #held = new Map<string, AbortController>();

  async withLease<Result>(
    name: string,
    _options: { readonly seconds: number },
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

  /** Takes a lease away from its holder. */
  lose(name: string): void {
    this.#held.get(name)?.abort(new Error(`${name} was lost.`));
    this.#held.delete(name);
  }
}
