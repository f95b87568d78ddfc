import { resourceUsage } from 'node:process';
import { LRUCache } from 'lru-cache';
import type { SearchQuery } from '../../query/condition.ts';
import type { StoreScope } from '../../store/context-store.ts';
import type { EntityLayout } from '../../store/entity-layout.ts';
import { longestSearch } from '../../store/search-lanes.ts';
import { ReaderThread } from './reader-thread.ts';
import { isLookup } from './short-page.ts';
import type { CheckedPage } from './thread-jobs.ts';

/** How long lookups may hold up the event loop. */
export interface LookupTime {
  /** A lookup that takes no longer does not count. */
  readonly longMilliseconds: number;
  /** How often the process has read the disk. A long lookup waited for the disk if that has changed lately, or else for the processor. */
  readonly diskReads: () => number;
  /** The part of all time that long lookups may take together. */
  readonly share: number;
}

const usualTime: LookupTime = { longMilliseconds: 1, diskReads: () => resourceUsage().fsRead, share: 0.05 };
/** Waiting for the processor counts so much less: a thread would wait for it as well. */
const processorFactor = 0.1;
/** For so many milliseconds a figure of reads of the disk is good enough: to ask for it costs a part of a lookup. */
const sameReads = 50;
/** For so many milliseconds the share may be taken in advance. */
const advance = 1_000;
/** Threads answer so many lookups of a connection before its file is opened here. */
const answersBeforeOpening = 3;
/** To open a file takes several milliseconds; so long times as much passes before the next one. */
const openingFactor = 100;
/** How long the lookups of a connection go to threads after one of them had more to read. */
const restAfterMore = 5;
const mostCounted = 1_000;

/**
 * Answers short lookups in the thread that asks: the way to another thread and back costs several times as much as they do. It opens a file
 * only after threads have answered from it, waits for no lock, and leaves to a thread whatever it has a doubt about.
 */
export class Lookups {
  readonly #reader: ReaderThread;
  readonly #time: LookupTime;
  readonly #answers = new LRUCache<string, number>({ max: mostCounted });
  readonly #rests = new LRUCache<string, number>({ max: mostCounted });
  /** Up to this time the share is taken; threads answer while that is in the future. */
  #takenUntil = 0;
  #opensFrom = 0;
  #diskReads = 0;
  #diskReadsUntil = 0;
  #closed = false;

  /** Tests give them other times. */
  constructor(directory: string, time: LookupTime = usualTime) {
    this.#reader = new ReaderThread({ directory, searchLimitMilliseconds: longestSearch, use: 'look-up' });
    this.#time = time;
  }

  /** The page of a search, null when a thread has to find it. */
  search({ connectionId, layout }: StoreScope, query: SearchQuery): CheckedPage | null {
    if (!isLookup(query) || !this.#reader.hasOpen(connectionId)) return null;
    const start = performance.now();
    if (start < this.#takenUntil || start < (this.#rests.get(connectionId) ?? 0)) return null;
    const reads = this.#recentDiskReads(start);
    const found = this.#lookUp(connectionId, query, layout);
    const end = performance.now();
    if (found === null) this.#rests.set(connectionId, end + restAfterMore);
    if (end - start > this.#time.longMilliseconds) {
      const counted = (end - start) * (this.#time.diskReads() > reads ? 1 : processorFactor);
      this.#takenUntil = Math.max(this.#takenUntil, end - advance) + counted / this.#time.share;
    }
    return found;
  }

  /** Called after each search in a thread, which has then paid the cost of opening the file after a crash. */
  answered({ connectionId }: StoreScope, query: SearchQuery): void {
    if (this.#closed || !isLookup(query) || this.#reader.hasOpen(connectionId)) return;
    const answers = (this.#answers.get(connectionId) ?? 0) + 1;
    this.#answers.set(connectionId, answers);
    const start = performance.now();
    if (answers < answersBeforeOpening || start < this.#opensFrom) return;
    this.#answers.delete(connectionId);
    try {
      this.#reader.open(connectionId);
    } catch {
      this.forget(connectionId);
    }
    this.#opensFrom = start + openingFactor * (performance.now() - start);
  }

  /** Closes the file of a connection. */
  forget(connectionId: string): void {
    this.#reader.forget(connectionId);
  }

  /** Closes the files; no lookups are possible afterwards. */
  close(): void {
    this.#closed = true;
    this.#reader.close();
  }

  #recentDiskReads(now: number): number {
    if (now >= this.#diskReadsUntil) {
      this.#diskReads = this.#time.diskReads();
      this.#diskReadsUntil = now + sameReads;
    }
    return this.#diskReads;
  }

  #lookUp(connectionId: string, query: SearchQuery, layout: EntityLayout): CheckedPage | null {
    try {
      return this.#reader.lookUp(connectionId, query, layout);
    } catch {
      // The thread that runs it next reports the problem.
      this.forget(connectionId);
      return null;
    }
  }
}
