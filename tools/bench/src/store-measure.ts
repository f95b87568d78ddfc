import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type ContextStore, parseSearch, type StoreScope } from '@connectory/context-store';
import type { Question, WrittenStatement } from './store-questions.ts';
import { randomness } from './store-words.ts';

/** The cost of one way to run a question. */
interface Cost {
  /** Median processor time of the process per question, in all threads, in milliseconds. A database server's is not included. */
  readonly processor: number;
  /** Latency in milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

/** The cost of a kind of question. */
export interface QuestionOutcome {
  readonly name: string;
  /** Records per response, on average. */
  readonly rows: number;
  readonly store: Cost;
  /** The fastest statement in a separate thread, from request to response. */
  readonly sql: Cost;
  /** Median milliseconds of the same statement without the communication with the thread. */
  readonly bareSql: number;
  readonly scans: boolean;
}

const trials = 3;
/** Warm-up runs that are not counted, because code that has run only a few times is not compiled yet, on either side. */
const warmUp = { times: 1000, milliseconds: 2000 };

/** Runs handwritten statements. */
export interface SqlRunner {
  /** Returns the first column of the result, and how long the database took, measured as close to it as possible. */
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

/** Runs one kind of question many times, alternating between the store and the statements. Throws if their results differ. */
export async function measure(
  store: ContextStore,
  scope: StoreScope,
  runner: SqlRunner,
  question: Question,
  times: number,
): Promise<QuestionOutcome> {
  const random = randomness(question.name.length);
  const fastest: number[] = [];
  const ours = new Samples();
  const whole = new Samples();
  const bare: number[] = [];
  let rows = 0;
  let scans = false;
  const started = performance.now();
  for (let round = 0; ours.count < times; round += 1) {
    const isTrial = round < trials;
    const isWarm = round >= warmUp.times || performance.now() - started >= warmUp.milliseconds;
    const counts = !isTrial && isWarm;
    const { params, after = null, statements } = question.make(random);
    const query = { ...parseSearch(params, scope.layout), after };
    const ask = async (): Promise<readonly string[]> => {
      const sample = startSample();
      const { records } = await store.search(scope, query);
      const taken = sample();
      if (counts) ours.add(taken);
      return records;
    };
    // Alternates, because the second one to run finds warm pages.
    const first = round % 2 === 0 ? await ask() : null;
    // The first rounds show which statement is the fastest.
    const best = fastest.indexOf(Math.min(...fastest));
    const answers: (readonly string[])[] = [];
    for (const [index, statement] of statements.entries()) {
      if (!isTrial && index !== best) continue;
      const sample = startSample();
      const answer = await runner.run(statement);
      const taken = sample();
      answers.push(answer.values.slice(0, query.limit));
      if (isTrial) fastest[index] = Math.min(fastest[index] ?? Number.POSITIVE_INFINITY, taken.milliseconds);
      if (counts) {
        whole.add(taken);
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
  return { name: question.name, rows, store: ours.cost(), sql: whole.cost(), bareSql: percentile(bare, 0.5), scans };
}

/** A percentile of some values, by nearest rank. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** How long one run took, by the clock and on the processors. */
interface Taken {
  readonly milliseconds: number;
  readonly processor: number;
}

function startSample(): () => Taken {
  const used = process.cpuUsage();
  const start = performance.now();
  return () => {
    const milliseconds = performance.now() - start;
    const { user, system } = process.cpuUsage(used);
    return { milliseconds, processor: (user + system) / 1000 };
  };
}

/** The measured runs of one way. */
class Samples {
  readonly #milliseconds: number[] = [];
  readonly #processor: number[] = [];

  get count(): number {
    return this.#milliseconds.length;
  }

  add({ milliseconds, processor }: Taken): void {
    this.#milliseconds.push(milliseconds);
    this.#processor.push(processor);
  }

  cost(): Cost {
    const [p50, p95] = [percentile(this.#milliseconds, 0.5), percentile(this.#milliseconds, 0.95)];
    return { processor: percentile(this.#processor, 0.5), p50, p95 };
  }
}
