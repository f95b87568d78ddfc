import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type ContextStore, parseSearch, type StoreScope } from '@connectory/context-store';
import type { Question, WrittenStatement } from './store-questions.ts';
import { randomness } from './store-words.ts';

/** Milliseconds of one way to answer. */
interface Latency {
  readonly p50: number;
  readonly p95: number;
}

/** What a kind of question cost. */
export interface QuestionOutcome {
  readonly name: string;
  /** Records per answer, on average. */
  readonly rows: number;
  readonly store: Latency;
  /** The quickest statement in a thread of its own, from question to answer. */
  readonly sql: Latency;
  /** The same without the way to the thread and back. */
  readonly bareSql: Latency;
  readonly scans: boolean;
}

const trials = 3;
/** What is not counted yet: code that has run a few times only is not compiled, on either side. */
const warmUp = { times: 1000, milliseconds: 2000 };

/** Where hand-written statements run. */
export interface SqlRunner {
  /** The first column of what a statement finds, and how long the database took, as near to it as can be. */
  run(statement: WrittenStatement): Promise<{ readonly values: readonly string[]; readonly milliseconds: number }>;
}

/** Statements on a file, run in a thread. */
export class SqlThread implements SqlRunner {
  readonly #worker: Worker;

  constructor(path: string) {
    this.#worker = new Worker(new URL('./store-sql-thread.ts', import.meta.url), { workerData: path });
  }

  async run(statement: WrittenStatement): Promise<{ values: readonly string[]; milliseconds: number }> {
    const answer = once(this.#worker, 'message');
    this.#worker.postMessage(statement);
    const [message] = await answer;
    return message as { values: readonly string[]; milliseconds: number };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Asks one kind of question many times, the store and the statements by turns. Throws when they do not answer the same. */
export async function measure(
  store: ContextStore,
  scope: StoreScope,
  runner: SqlRunner,
  question: Question,
  times: number,
): Promise<QuestionOutcome> {
  const random = randomness(question.name.length);
  const fastest: number[] = [];
  const ours: number[] = [];
  const whole: number[] = [];
  const bare: number[] = [];
  let rows = 0;
  let scans = false;
  const started = performance.now();
  for (let round = 0; ours.length < times; round += 1) {
    const isTrial = round < trials;
    const isWarm = round >= warmUp.times || performance.now() - started >= warmUp.milliseconds;
    const counts = !isTrial && isWarm;
    const { params, after = null, statements } = question.make(random);
    const query = { ...parseSearch(params, scope.layout), after };
    const ask = async (): Promise<readonly string[]> => {
      const start = performance.now();
      const { records } = await store.search(scope, query);
      if (counts) ours.push(performance.now() - start);
      return records;
    };
    // Who comes second finds warm pages.
    const first = round % 2 === 0 ? await ask() : null;
    // Which statement is the best shows at the beginning.
    const best = fastest.indexOf(Math.min(...fastest));
    const answers: (readonly string[])[] = [];
    for (const [index, statement] of statements.entries()) {
      if (!isTrial && index !== best) continue;
      const began = performance.now();
      const answer = await runner.run(statement);
      const took = performance.now() - began;
      answers.push(answer.values.slice(0, query.limit));
      if (isTrial) fastest[index] = Math.min(fastest[index] ?? Number.POSITIVE_INFINITY, took);
      if (counts) {
        whole.push(took);
        bare.push(answer.milliseconds);
      }
    }
    const records = first ?? (await ask());
    for (const answer of answers) {
      if (!isDeepStrictEqual(records, answer)) {
        throw new Error(`${question.name}: the store finds ${records.length} records, a statement ${answer.length}`);
      }
    }
    if (isTrial) scans ||= (await store.explain(scope, query)).scans;
    if (counts) rows += records.length / times;
  }
  return { name: question.name, rows, store: latency(ours), sql: latency(whole), bareSql: latency(bare), scans };
}

/** A percentile of some values, the nearest rank. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const latency = (values: readonly number[]): Latency => ({
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
});
