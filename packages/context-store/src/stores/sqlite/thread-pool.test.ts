import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { UnrulyJob } from '../../../test/sqlite/unruly-worker.ts';
import { defaultRetention } from '../change-feed.ts';
import type { JobOf } from './thread-jobs.ts';
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

interface Jobs {
  do: { params: UnrulyJob; result: string };
}

let directory: string;
let pool: ThreadPool<Jobs>;
let logs = 0;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'thread-pool-'));
});

afterEach(() => pool.close());

afterAll(() => rmSync(directory, { recursive: true }));

function open(options: Partial<ThreadPoolOptions> = {}): void {
  pool = new ThreadPool<Jobs>({
    module: new URL('../../../test/sqlite/unruly-worker.ts', import.meta.url),
    threads: 1,
    settings: { role: 'reader', directory, searchLimitMilliseconds: 1, retention: defaultRetention },
    maxWaiting: 10,
    idleMilliseconds: 60_000,
    jobLimitMilliseconds: null,
    retries: 1,
    ...options,
  });
}

function newLog(): string {
  logs += 1;
  return join(directory, `${logs}.log`);
}

const release = (log: string) => writeFileSync(`${log}.go`, '');
const tries = (log: string) => readFileSync(log, 'utf8').trim().split('\n').length;

function run(does: UnrulyJob['does'], log = newLog()): Promise<string> {
  const scope = { connectionId: '', entity: '', layout: '' };
  return pool.run({ kind: 'do', scope, params: { does, log } } as JobOf<Jobs, 'do'>);
}

it('runs jobs in the order of their arrival', async () => {
  open();
  const log = newLog();
  const results = [run('wait', log), run('finish', log), run('wait', log)];
  release(log);
  expect(await Promise.all(results)).toEqual(['wait', 'finish', 'wait']);
  expect(readFileSync(log, 'utf8')).toBe('wait\nfinish\nwait\n');
});

it('carries out as many jobs at once as it has threads', async () => {
  open({ threads: 2 });
  const log = newLog();
  const slow = run('wait', log);
  expect(await run('finish')).toBe('finish');
  release(log);
  expect(await slow).toBe('wait');
});

it('carries out no more short jobs at once than it may, next to others', async () => {
  open({ threads: 3, short: { kinds: ['do'], max: 1 } });
  const log = newLog();
  const results = [run('wait', log), run('finish', log)];
  await vi.waitFor(() => expect(tries(log)).toBe(1));
  release(log);
  await Promise.all(results);
  expect(readFileSync(log, 'utf8')).toBe('wait\nfinish\n');
});

it('hands on why a job failed', async () => {
  open();
  await expect(run('fail')).rejects.toMatchObject({
    name: 'RangeError',
    code: 'SQLITE_FULL',
    message: 'refused',
    stack: 'somewhere',
  });
  expect(await run('finish')).toBe('finish');
});

it.each(['exit', 'throw'] as const)(
  'tries a job twice whose thread dies (%s), and goes on with a new thread',
  async (does) => {
    open();
    const log = newLog();
    const [lost, next] = await Promise.allSettled([run(does, log), run('finish')]);
    expect(lost).toMatchObject({ status: 'rejected', reason: { code: 'internal', retryable: true } });
    expect(tries(log)).toBe(2);
    expect(next).toEqual({ status: 'fulfilled', value: 'finish' });
  },
);

it('tries a job once where that is asked for', async () => {
  open({ retries: 0 });
  const log = newLog();
  await expect(run('exit', log)).rejects.toMatchObject({ code: 'internal' });
  expect(tries(log)).toBe(1);
});

it('gives up a job that takes too long, and uses its thread again once it has ended', async () => {
  open({ jobLimitMilliseconds: 3_000 });
  const log = newLog();
  await expect(run('wait', log)).rejects.toMatchObject({ code: 'search_timeout' });
  const next = run('finish');
  release(log);
  expect(await next).toBe('finish');
  expect(tries(log)).toBe(1);
});

it('does not try a job again that was given up when its thread dies', async () => {
  open({ jobLimitMilliseconds: 3_000 });
  const log = newLog();
  await expect(run('wait-and-exit', log)).rejects.toMatchObject({ code: 'search_timeout' });
  release(log);
  expect(await run('finish')).toBe('finish');
  expect(tries(log)).toBe(1);
});

it('refuses jobs when too many wait', async () => {
  open({ maxWaiting: 2 });
  const log = newLog();
  const waiting = [run('wait', log), run('finish'), run('finish')];
  await expect(run('finish')).rejects.toMatchObject({ code: 'store_busy', retryAfterSeconds: 1 });
  release(log);
  expect(await Promise.all(waiting)).toEqual(['wait', 'finish', 'finish']);
});

it('ends a thread that rests, and starts another one for the next job', async () => {
  open({ idleMilliseconds: 1 });
  const threads = new Set<number>();
  const count = (worker: Worker) => {
    threads.add(worker.threadId);
    worker.once('exit', () => ended.push(worker.threadId));
  };
  const ended: number[] = [];
  process.on('worker', count);
  try {
    expect(await run('finish')).toBe('finish');
    await vi.waitFor(() => expect(ended).toHaveLength(1));
    expect(await run('finish')).toBe('finish');
    expect(threads.size).toBe(2);
  } finally {
    process.off('worker', count);
  }
});

it('finishes what runs when it is closed, and refuses the rest', async () => {
  open();
  const log = newLog();
  const running = run('wait', log);
  const waiting = run('finish');
  const closed = pool.close();
  await expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
  await expect(run('finish')).rejects.toMatchObject({ code: 'shutting_down' });
  release(log);
  expect(await running).toBe('wait');
  await closed;
});
