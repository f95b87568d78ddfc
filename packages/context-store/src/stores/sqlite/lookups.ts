import { resourceUsage } from 'node:process';
import { LRUCache } from 'lru-cache';
import type { SearchQuery } from '../../query/condition.ts';
import type { StoreScope } from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import { longestSearch } from '../search-lanes.ts';
import { ReaderThread } from './reader-thread.ts';
import { isLookup } from './short-page.ts';
import type { CheckedPage } from './thread-jobs.ts';

/** Limits how long lookups block the event loop. */
export interface LookupTime {
  /** Lookups up to this duration do not count. */
  readonly longMilliseconds: number;
  /** Number of disk reads of the process. A long lookup waited for the disk if the number has grown since, otherwise for the processor. */
  readonly diskReads: () => number;
  /** The share of all time that long lookups may take. */
  readonly share: number;
}

const usualTime: LookupTime = { longMilliseconds: 1, diskReads: () => resourceUsage().fsRead, share: 0.05 };
/** Waiting for the processor counts this much less, because a thread would wait for it, too. */
const processorFactor = 0.1;
/** A number of disk reads is reused for this many milliseconds, because reading it costs a noticeable part of a lookup. */
const sameReads = 50;
/** The share can be used this many milliseconds in advance. */
const advance = 1_000;
/** Number of lookups of a connection that threads answer before its file is opened here. */
const answersBeforeOpening = 3;
/** Opening a file takes several milliseconds; at least this many times as long passes before the next one is opened. */
const openingFactor = 100;
/** After a lookup that had more to read, those of its connection and kind (sorted or not) go to threads for this many milliseconds. */
const restAfterMore = 5;
const mostCounted = 1_000;

/**
 * Answers short lookups in the calling thread, because a round trip to another thread costs several times as much as a lookup. A file is
 * opened only after threads have read it. Lookups never wait for a lock; anything doubtful is left to a thread.
 */
export class Lookups {
  readonly #reader: ReaderThread;
  readonly #time: LookupTime;
  readonly #answers = new LRUCache<string, number>({ max: mostCounted });
  readonly #rests = new LRUCache<string, number>({ max: mostCounted });
  /** The share is used up until this time; threads answer while it is in the future. */
  #takenUntil = 0;
  #opensFrom = 0;
  #diskReads = 0;
  #diskReadsUntil = 0;
  #closed = false;

  /** Tests pass other times. */
  constructor(directory: string, time: LookupTime = usualTime) {
    this.#reader = new ReaderThread({ directory, searchLimitMilliseconds: longestSearch, use: 'look-up' });
    this.#time = time;
  }

  /** Returns the page of a search; null if a thread has to find it. */
  search({ connectionId, layout }: StoreScope, query: SearchQuery): CheckedPage | null {
    if (!isLookup(query) || !this.#reader.hasOpen(connectionId)) return null;
    const start = performance.now();
    const kind = `${connectionId} ${query.sort.length > 0 ? 'sorted' : 'unsorted'}`;
    if (start < this.#takenUntil || start < (this.#rests.get(kind) ?? 0)) return null;
    const reads = this.#recentDiskReads(start);
    const found = this.#lookUp(connectionId, query, layout);
    const end = performance.now();
    if (found === null) this.#rests.set(kind, end + restAfterMore);
    if (end - start > this.#time.longMilliseconds) {
      const counted = (end - start) * (this.#time.diskReads() > reads ? 1 : processorFactor);
      this.#takenUntil = Math.max(this.#takenUntil, end - advance) + counted / this.#time.share;
    }
    return found;
  }

  /** Called after each search in a thread, which bears the cost of opening the file after a crash. */
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
      // The thread that runs the search next reports the problem.
      this.forget(connectionId);
      return null;
    }
  }
}
