import { GatewayError } from '@connectory/errors';
import { LRUCache } from 'lru-cache';
import { type IndexTarget, targetKey } from './entity-table.ts';
import type { BuildingNeeds, IndexNeeds, JobScope } from './thread-jobs.ts';

/** When indexes are built. */
export interface IndexSchedulerOptions {
  /** Runs one build step and returns whether more follow. */
  readonly build: (scope: JobScope, wanted: readonly IndexTarget[]) => Promise<BuildingNeeds>;
  /** Duration from which a search that lacked an index counts. */
  readonly slowSearchMilliseconds: number;
  /** Number of such searches after which the index is built. */
  readonly scansBeforeIndex: number;
  /** How long writes to an entity must pause before its planned indexes are built. */
  readonly idleMilliseconds: number;
  readonly onError: (error: unknown) => void;
}

interface Building {
  readonly wanted: Map<string, IndexTarget>;
  readonly done: Promise<void>;
}

const maxCounted = 2000;

/**
 * Decides when indexes are built, in steps that let other writes through: planned ones when writes to their entity pause or a search needs
 * them, others when searches repeatedly lack them.
 */
export class IndexScheduler {
  readonly #options: IndexSchedulerOptions;
  readonly #scans = new LRUCache<string, number>({ max: maxCounted });
  readonly #pauses = new Map<string, { readonly scope: JobScope; readonly timer: NodeJS.Timeout }>();
  readonly #buildings = new Map<string, Building>();
  #closed = false;

  constructor(options: IndexSchedulerOptions) {
    this.#options = options;
  }

  /** Called after every write. */
  written(scope: JobScope, { hasUnbuilt }: BuildingNeeds): void {
    const key = keyOf(scope);
    clearTimeout(this.#pauses.get(key)?.timer);
    this.#pauses.delete(key);
    if (!hasUnbuilt || this.#closed) return;
    const timer = setTimeout(() => {
      this.#pauses.delete(key);
      this.#build(scope, []);
    }, this.#options.idleMilliseconds);
    timer.unref();
    this.#pauses.set(key, { scope, timer });
  }

  /** Called after every pass. Builds the remaining indexes now. */
  passed(scope: JobScope, { hasUnbuilt }: BuildingNeeds): void {
    if (hasUnbuilt) this.#build(scope, []);
  }

  /** Called after every search. */
  searched(scope: JobScope, { missing, milliseconds }: IndexNeeds): void {
    if (missing.some(({ isPlanned }) => isPlanned)) this.#build(scope, []);
    if (milliseconds < this.#options.slowSearchMilliseconds) return;
    const wanted = missing.filter((target) => !target.isPlanned && this.#count(scope, target));
    if (wanted.length > 0) this.#build(scope, wanted);
  }

  /** Builds all waiting indexes immediately and resolves when done. */
  async settled(): Promise<void> {
    for (const { scope, timer } of this.#pauses.values()) {
      clearTimeout(timer);
      this.#build(scope, []);
    }
    this.#pauses.clear();
    while (this.#buildings.size > 0) await Promise.all(Array.from(this.#buildings.values(), ({ done }) => done));
  }

  /** Stops after the current steps. The rest is built after the next start. */
  close(): void {
    this.#closed = true;
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
  }

  #count(scope: JobScope, target: IndexTarget): boolean {
    const key = `${keyOf(scope)} ${targetKey(target)}`;
    const scans = (this.#scans.get(key) ?? 0) + 1;
    this.#scans.set(key, scans);
    return scans === this.#options.scansBeforeIndex;
  }

  #build(scope: JobScope, targets: readonly IndexTarget[]): void {
    if (this.#closed) return;
    const key = keyOf(scope);
    const running = this.#buildings.get(key);
    const wanted = running?.wanted ?? new Map<string, IndexTarget>();
    for (const target of targets) wanted.set(targetKey(target), target);
    if (running === undefined) this.#buildings.set(key, { wanted, done: this.#run(key, scope, wanted) });
  }

  async #run(key: string, scope: JobScope, wanted: Map<string, IndexTarget>): Promise<void> {
    try {
      for (let isUnfinished = true; (isUnfinished || wanted.size > 0) && !this.#closed; ) {
        const targets = [...wanted.values()];
        wanted.clear();
        ({ hasUnbuilt: isUnfinished } = await this.#options.build(scope, targets));
      }
    } catch (error) {
      if (!GatewayError.is(error, 'shutting_down')) this.#options.onError(error);
    } finally {
      this.#buildings.delete(key);
    }
  }
}

function keyOf({ connectionId, entity }: JobScope): string {
  return `${connectionId} ${entity}`;
}
