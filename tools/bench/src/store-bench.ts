import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openSqliteStore, parseSearch } from '@connectory/context-store';
import { readIndexes } from './store-file.ts';
import { connectionScope, type LoadOutcome } from './store-load.ts';
import { measure, type QuestionOutcome, SqlThread } from './store-measure.ts';
import { questions } from './store-questions.ts';
import { measureScans, type ScanOutcome } from './store-scan.ts';

/** What to measure. */
export interface StorePlan {
  /** Number of records of the large connection; the small ones have as many together. */
  readonly records: number;
  readonly otherConnections: number;
  readonly pageSize: number;
  /** How often each question is run. */
  readonly times: number;
  /** Seconds of each measurement of latency. */
  readonly seconds: number;
  /** Keeps the files. */
  readonly keep: boolean;
}

/** An index that was built because searches repeatedly lacked it. */
interface BuiltIndex {
  readonly name: string;
  readonly seconds: number;
}

/** Everything the bench of the store measures. */
export interface StoreOutcome {
  readonly load: LoadOutcome;
  readonly storeMegabytes: number;
  readonly bareMegabytes: number;
  readonly built: readonly BuiltIndex[];
  readonly questions: readonly QuestionOutcome[];
  readonly scans: readonly ScanOutcome[];
  /** The folder of the files, if they were kept. */
  readonly directory: string | null;
}

const scansBeforeIndex = 3;

/** Loads, queries and scans the store, and compares each with handwritten code. */
export async function benchStore(plan: StorePlan, progress: (text: string) => void): Promise<StoreOutcome> {
  const directory = await mkdtemp(join(tmpdir(), 'connectory-bench-store-'));
  try {
    const load = await loadAll(directory, plan, progress);
    const path = join(directory, `${connectionScope(0).connectionId}.sqlite`);
    const storeMegabytes = await megabytesOf(path);
    const bareMegabytes = await megabytesOf(join(directory, 'bare.sqlite'));
    const { built, outcomes } = await askAll(directory, path, plan, progress);
    const scans = await measureScans(directory, plan.seconds, progress);
    return {
      load,
      storeMegabytes,
      bareMegabytes,
      built,
      questions: outcomes,
      scans,
      directory: plan.keep ? directory : null,
    };
  } finally {
    if (!plan.keep) await rm(directory, { recursive: true });
  }
}

async function loadAll(directory: string, plan: StorePlan, progress: (text: string) => void): Promise<LoadOutcome> {
  const worker = new Worker(new URL('./store-load-thread.ts', import.meta.url), { workerData: { ...plan, directory } });
  let outcome: LoadOutcome | undefined;
  worker.on('message', (message: { outcome: LoadOutcome } | { outcome?: never; done: number; all: number }) => {
    if (message.outcome !== undefined) ({ outcome } = message);
    else
      progress(
        `load: ${Math.floor((message.done / message.all) * 100)} % of ${message.all.toLocaleString('en')} records`,
      );
  });
  await once(worker, 'exit');
  if (outcome === undefined) throw new Error('loading ended early');
  return outcome;
}

async function askAll(directory: string, path: string, plan: StorePlan, progress: (text: string) => void) {
  const store = openSqliteStore(directory, { scansBeforeIndex, slowSearchMilliseconds: 0 });
  const scope = connectionScope(0);
  const built: BuiltIndex[] = [];
  const outcomes: QuestionOutcome[] = [];
  try {
    for (const [name, filter] of [
      ['parts of subject', { like: { subject: '%zqxj%' } }],
      ['custom.region', { eq: { 'custom.region': 'none' } }],
      ['custom.contract', { eq: { 'custom.contract': -1 } }],
    ] as const) {
      progress(`index: ${name}`);
      const start = performance.now();
      const query = parseSearch({ query: { filter } }, scope.layout);
      for (let time = 0; time < scansBeforeIndex; time += 1) await store.search(scope, query);
      await store.indexesSettled();
      built.push({ name, seconds: (performance.now() - start) / 1000 });
    }
    const thread = new SqlThread(path);
    try {
      for (const question of questions(plan.records, readIndexes(path))) {
        progress(`question: ${question.name}`);
        outcomes.push(await measure(store, scope, thread, question, plan.times));
      }
    } finally {
      await thread.close();
    }
  } finally {
    await store.close();
  }
  return { built, outcomes };
}

async function megabytesOf(path: string): Promise<number> {
  return (await stat(path)).size / 2 ** 20;
}
