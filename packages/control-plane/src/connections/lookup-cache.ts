import { LRUCache } from 'lru-cache';

/** Lifetimes in milliseconds and the number of entries kept, of found and of absent keys each. */
export interface LookupCacheLimits {
  readonly foundMilliseconds: number;
  readonly absentMilliseconds: number;
  readonly entries: number;
}

/**
 * The control plane's limits: what another process changed is seen within 5 seconds, and hostile random keys can neither
 * fill the memory nor be asked of the database more than once a second each.
 */
export const controlPlaneLimits: LookupCacheLimits = {
  foundMilliseconds: 5_000,
  absentMilliseconds: 1_000,
  entries: 10_000,
};

/**
 * Remembers the results of lookups, also that nothing was found, and joins lookups of the same key that run at the same
 * time. Lifetimes count from the start of the lookup.
 */
export class LookupCache<Value extends object> {
  readonly #found: LRUCache<string, Value>;
  readonly #absent: LRUCache<string, true>;
  readonly #running = new Map<string, Promise<Value | null>>();

  /** How many keys are remembered, found and absent ones, and how many may be. */
  readonly size: { readonly limit: number; inUse(): number };

  constructor(limits: LookupCacheLimits) {
    const { entries: max, foundMilliseconds, absentMilliseconds } = limits;
    // A resolution of 0 reads the clock on each access instead of setting timers.
    this.#found = new LRUCache({ max, ttl: foundMilliseconds, ttlResolution: 0 });
    this.#absent = new LRUCache({ max, ttl: absentMilliseconds, ttlResolution: 0 });
    this.size = { limit: 2 * max, inUse: () => this.#found.size + this.#absent.size };
  }

  /** The value of `key` if it is cached, else what `load` returns. Failed loads are not cached. */
  async get(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const value = this.#found.get(key);
    if (value !== undefined) return value;
    if (this.#absent.get(key) === true) return null;
    return this.#running.get(key) ?? this.#load(key, load);
  }

  /** The value of `key` when it is remembered. */
  peek(key: string): Value | undefined {
    return this.#found.get(key);
  }

  /** Forgets `key`; a lookup that is still running may have read the old value, so its result is not remembered either. */
  delete(key: string): void {
    this.#found.delete(key);
    this.#absent.delete(key);
    this.#running.delete(key);
  }

  /** Forgets everything, as `delete` does for one key. */
  clear(): void {
    this.#found.clear();
    this.#absent.clear();
    this.#running.clear();
  }

  #load(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const start = performance.now();
    const lookup = load().then(
      (value) => {
        if (this.#running.get(key) !== lookup) return value;
        this.#running.delete(key);
        if (value === null) this.#absent.set(key, true, { start });
        else this.#found.set(key, value, { start });
        return value;
      },
      (error: unknown) => {
        if (this.#running.get(key) === lookup) this.#running.delete(key);
        throw error;
      },
    );
    this.#running.set(key, lookup);
    return lookup;
  }
}
