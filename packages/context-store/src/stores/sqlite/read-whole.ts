import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { endThread } from '@connectory/database';
import { parseExactly } from '@connectory/exact-json';
import type { FeedPosition } from '../change-feed.ts';
import type { RecordBatch, StoredValue, WholeCopy } from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import { errorOf, type ThreadFailure } from './thread-failure.ts';

/** The copy that a thread reads as a whole. */
export interface WholeRequest {
  readonly directory: string;
  readonly connectionId: string;
  readonly layout: EntityLayout;
}

/** The records of one message of the thread. */
export type WholeBatch = RecordBatch;

/** The messages of the thread, one per request: first the state, then batches; null at the end. */
export type WholeMessage =
  | { readonly checkpoint: string | null; readonly head: FeedPosition }
  | WholeBatch
  | { readonly failure: ThreadFailure };

/** What a batch leaves is garbage at once; by default, a thread collects it only when it has several times as much. */
const youngMegabytes = 8;

/**
 * Reads the records of one SQLite file in a thread of its own, whose transaction lasts until `read` settles. Throws the reason of the signal
 * when that aborts.
 */
export async function readWhole<Result>(
  request: WholeRequest,
  read: (copy: WholeCopy) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  signal.throwIfAborted();
  // Resolved as an export of this package, so that it is found both in the sources and in the published package.
  const module = new URL(import.meta.resolve('@connectory/context-store/sqlite-whole-worker'));
  const worker = new Worker(module, {
    workerData: request,
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  });
  // A failed thread rejects what waits for it; without a listener, its error would end the process.
  worker.on('error', () => {});
  try {
    const state = await ask(worker, signal);
    if (state === null || !('head' in state)) throw new Error('A thread did not begin with the state of its copy.');
    const { checkpoint, head } = state;
    return await read({
      checkpoint: checkpoint === null ? null : (parseExactly(checkpoint) as StoredValue),
      head,
      batches: batchesOf(worker, signal),
    });
  } finally {
    await endThread(worker);
  }
}

async function* batchesOf(worker: Worker, signal: AbortSignal): AsyncGenerator<RecordBatch> {
  // The next batch is read while this one is used.
  for (let next = ask(worker, signal); ; ) {
    const batch = await next;
    if (batch === null || !('lines' in batch)) return;
    next = ask(worker, signal);
    next.catch(() => undefined);
    yield batch;
  }
}

async function ask(worker: Worker, signal: AbortSignal): Promise<Exclude<WholeMessage, { failure: unknown }> | null> {
  const response = once(worker, 'message', { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  worker.postMessage('next');
  const [message] = (await response) as [WholeMessage | null];
  if (message !== null && 'failure' in message) throw errorOf(message.failure);
  return message;
}
