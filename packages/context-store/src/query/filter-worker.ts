import { parentPort } from 'node:worker_threads';
import { yieldToOtherThreads } from '../thread-priority.ts';
import { evaluate } from './evaluate.ts';
import type { FilterJob } from './record-filter.ts';

// When all cores are busy, live calls run first.
yieldToOtherThreads(10);

parentPort?.on('message', ({ condition, documents }: FilterJob) => {
  parentPort?.postMessage(documents.map((document) => document !== null && evaluate(condition, document)));
});
