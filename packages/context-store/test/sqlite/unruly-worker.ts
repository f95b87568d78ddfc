import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { failureOf } from '../../src/stores/sqlite/thread-failure.ts';

/** Kinds of jobs of a worker. */
export interface UnrulyJob {
  readonly does: 'finish' | 'fail' | 'exit' | 'throw' | 'wait' | 'wait-and-exit';
  /** A file that gets a line per attempt. `wait` and `wait-and-exit` wait until a file of this name plus `.go` exists. */
  readonly log: string;
}

interface Message {
  readonly number: number;
  readonly job: { readonly params: UnrulyJob };
}

parentPort?.on('message', (message: Message | null) => {
  if (message === null) parentPort?.close();
  else void work(message.number, message.job.params);
});

async function work(number: number, { does, log }: UnrulyJob): Promise<void> {
  appendFileSync(log, `${does}\n`);
  if (does === 'exit') process.exit(3);
  if (does === 'throw') {
    setImmediate(() => {
      throw new Error('out of order');
    });
    return;
  }
  while (does.startsWith('wait') && !existsSync(`${log}.go`)) await delay(5);
  if (does === 'wait-and-exit') process.exit(3);
  const failure = failureOf(Object.assign(new RangeError('refused'), { code: 'SQLITE_FULL', stack: 'somewhere' }));
  parentPort?.postMessage(does === 'fail' ? { number, failure } : { number, result: does });
}
