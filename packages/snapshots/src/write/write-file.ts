import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RecordBatch } from '@connectory/context-store';
import type { FileRequest, WrittenFile } from './record-file.ts';

/** The messages of the thread that writes a file: one for each batch, and the result. */
export type WriterMessage = 'added' | { readonly written: WrittenFile };

/** What a thread may hold. A group of rows takes some tens of megabytes; the rest is for a large record. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

/**
 * Writes batches of records to a file in a thread of its own, one batch after another. Throws errors of the file system with their `code`,
 * an error named `FileTooLargeError`, and the reason of the signal when that aborts. Whatever happens, what was begun is left to the caller.
 */
export async function writeFile(
  request: FileRequest,
  batches: AsyncIterable<RecordBatch>,
  signal: AbortSignal,
): Promise<WrittenFile & { readonly rows: number }> {
  const module = new URL(import.meta.resolve('@connectory/snapshots/snapshot-worker'));
  const worker = new Worker(module, {
    workerData: request,
    resourceLimits,
  });
  const failed = new AbortController();
  worker.on('error', (error) => failed.abort(error));
  const until = AbortSignal.any([signal, failed.signal]);
  try {
    let rows = 0;
    // One batch is written while the next one is read.
    let adding: Promise<WriterMessage> | undefined;
    for await (const { lines, count } of batches) {
      await adding;
      adding = ask(worker, lines, until);
      adding.catch(() => undefined);
      rows += count;
    }
    await adding;
    const message = await ask(worker, null, until);
    if (message === 'added') throw new Error('A thread ended without a file.');
    return { ...message.written, rows };
  } finally {
    await worker.terminate();
  }
}

async function ask(worker: Worker, lines: Uint8Array<ArrayBuffer> | null, signal: AbortSignal): Promise<WriterMessage> {
  const response = once(worker, 'message', { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  worker.postMessage(lines, lines === null ? [] : [lines.buffer]);
  const [message] = (await response) as [WriterMessage];
  return message;
}
