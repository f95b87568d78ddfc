import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { yieldToOtherThreads } from '../../thread-priority.ts';
import type { EntityLayout } from '../entity-layout.ts';
import { ReaderThread } from './reader-thread.ts';
import { copyFailure, failureOf } from './thread-failure.ts';
import type { JobMessage, JobOf, ReadJobs, ResultMessage, ThreadSettings, WriteJobs } from './thread-jobs.ts';
import { WriterThread } from './writer-thread.ts';

const niceness = { reader: 10, writer: 19 };
const layouts = new LRUCache<string, EntityLayout>({ max: 500 });

const settings = workerData as ThreadSettings;
// When all cores are busy, live calls run before searches, and searches before writes.
yieldToOtherThreads(niceness[settings.role]);

const thread = settings.role === 'reader' ? new ReaderThread(settings) : new WriterThread(settings);

parentPort?.on('message', (message: JobMessage | null) => {
  if (message !== null) {
    parentPort?.postMessage(resultOf(message));
    return;
  }
  thread.close();
  parentPort?.close();
});

function resultOf({ number, job }: JobMessage): ResultMessage {
  try {
    const layout = layoutOf(job.scope.layout);
    const result =
      thread instanceof ReaderThread
        ? thread.run(job as JobOf<ReadJobs>, layout)
        : thread.run(job as JobOf<WriteJobs>, layout);
    return { number, result };
  } catch (error) {
    return { number, failure: failureOf(copyFailure(error, job.scope.connectionId)) };
  }
}

function layoutOf(text: string): EntityLayout {
  const known = layouts.get(text);
  if (known !== undefined) return known;
  const layout = JSON.parse(text) as EntityLayout;
  layouts.set(text, layout);
  return layout;
}
