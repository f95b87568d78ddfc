import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { evaluate } from './evaluate.ts';
import type { FilterJob } from './filter-job.ts';

// Linux threads have their own priority. When all cores are busy, live calls run first.
if (platform === 'linux') setPriority(0, 10);

parentPort?.on('message', ({ condition, documents }: FilterJob) => {
  parentPort?.postMessage(documents.map((document) => document !== null && evaluate(condition, document)));
});
