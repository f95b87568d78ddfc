import { join } from 'node:path';
import type { ContextStore, StoreScope } from '@connectory/context-store';
import { BareLoader } from './store-bare-loader.ts';
import { readIndexes } from './store-file.ts';
import { ticketLayout, ticketRecord } from './store-tickets.ts';

/** The cost of loading. */
export interface LoadOutcome {
  readonly records: number;
  /** Seconds for the large connection, including its b-trees, and the part of it they took. */
  readonly storeSeconds: number;
  readonly storeIndexSeconds: number;
  /** Seconds of the bare loop for the same. */
  readonly bareSeconds: number;
  readonly bareIndexSeconds: number;
  /** Seconds for all small connections together. */
  readonly othersSeconds: number;
  /** Resident megabytes of this process at 10 % and at 100 % of the records. */
  readonly residentMegabytes: readonly [number, number];
}

/** How much to load. */
export interface LoadPlan {
  readonly directory: string;
  readonly records: number;
  /** Number of small connections, which together have as many records as the large one. */
  readonly otherConnections: number;
  readonly pageSize: number;
}

const pagesPerTurn = 20;

/** The connection with this number; 0 is the large one. */
export function connectionScope(number: number): StoreScope {
  return { connectionId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, layout: ticketLayout };
}

/** Fills the store and the bare tables alternately, so that both run under the same conditions. */
export async function loadStore(
  store: ContextStore,
  { directory, records, otherConnections, pageSize }: LoadPlan,
  progress: (done: number, all: number) => void,
): Promise<LoadOutcome> {
  const scope = connectionScope(0);
  const storePath = join(directory, `${scope.connectionId}.sqlite`);
  await store.prepare(scope);
  const bare = new BareLoader(join(directory, 'bare.sqlite'), readIndexes(storePath));
  const turn = pagesPerTurn * pageSize;
  const all = records + (otherConnections > 0 ? records : 0);
  const resident: number[] = [];
  let storeSeconds = 0;
  let bareSeconds = 0;
  for (let first = 0; first < records; first += turn) {
    const pages = pagesOf(first, Math.min(first + turn, records), pageSize);
    storeSeconds += await secondsOf(async () => {
      for (const page of pages) await store.writePage(scope, { records: page, generation: 1, checkpoint: { first } });
    });
    bareSeconds += await secondsOf(() => {
      for (const page of pages) bare.write(page);
    });
    if (resident.length === 0 && first + turn >= records / 10) resident.push(process.memoryUsage.rss());
    progress(first + turn, all);
  }
  resident.push(process.memoryUsage.rss());
  const storeIndexSeconds = await secondsOf(() => store.endPass(scope, 1, { done: true }));
  const bareIndexSeconds = await secondsOf(() => bare.end());
  let othersSeconds = 0;
  for (let number = 1; number <= otherConnections; number += 1) {
    const end = Math.round((records * number) / otherConnections);
    const pages = pagesOf(Math.round((records * (number - 1)) / otherConnections), end, pageSize);
    othersSeconds += await secondsOf(async () => {
      const other = connectionScope(number);
      for (const page of pages) await store.writePage(other, { records: page, generation: 1, checkpoint: null });
      await store.endPass(other, 1, null);
    });
    progress(records + end, all);
  }
  return {
    records,
    storeSeconds: storeSeconds + storeIndexSeconds,
    storeIndexSeconds,
    bareSeconds: bareSeconds + bareIndexSeconds,
    bareIndexSeconds,
    othersSeconds,
    residentMegabytes: [megabytes(resident[0] ?? 0), megabytes(resident[1] ?? 0)],
  };
}

/** Yields the tickets from `first` up to but excluding `end`, in pages. */
export function pagesOf(first: number, end: number, size: number) {
  return Array.from({ length: Math.ceil((end - first) / size) }, (_, page) => {
    const start = first + page * size;
    return Array.from({ length: Math.min(size, end - start) }, (__, index) => ticketRecord(start + index));
  });
}

/** Measures how many seconds some work takes. */
export async function secondsOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

const megabytes = (bytes: number) => bytes / 2 ** 20;
