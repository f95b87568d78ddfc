import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openPostgresStore, openSqliteStore, parseSearch, type StoreScope } from '@connectory/context-store';
import { startPostgres } from '@connectory/database/testing';
import { type AggregateQuestion, aggregateQuestions } from './aggregates.ts';
import type { HandWritten } from './hand-written.ts';
import { HandWrittenPostgres } from './hand-written-postgres.ts';
import { HandWrittenSqlite } from './hand-written-sqlite.ts';
import { type Ask, type Question, questions } from './questions.ts';
import { atLeast, type BenchResult, type Floor, median, table } from './result.ts';
import { ticketLayout, ticketRecord } from './tickets.ts';
import { randomness } from './words.ts';

type Store = ReturnType<typeof openSqliteStore> | Awaited<ReturnType<typeof openPostgresStore>>;

/** Milliseconds by the clock, and of the processors in all threads of this process. */
interface Taken {
  readonly clock: number;
  readonly processor: number;
}

const scope: StoreScope = { connectionId: '00000000-0000-4000-8000-000000000000', layout: ticketLayout };
const pageSize = 100;
const pagesPerTurn = 20;
/** More searches than a store waits for before it builds a missing index. */
const scansForIndex = 5;
const trials = 3;
const leastLoad = { sqlite: 0.75, postgres: 0.6 };
const maxRatio = 3;
const maxAggregateRatio = 2;
const shortMilliseconds = 10;
const maxMilliseconds = 500;

/**
 * Loads this many records into the store and asks it questions, by turns with a hand-written loop and hand-written SQL. On SQLite,
 * processor time is compared; on PostgreSQL, where the server does the work, time by the clock.
 */
export async function benchStore(
  records: number,
  database: 'sqlite' | 'postgres',
  isQuick: boolean,
  progress: (text: string) => void,
): Promise<BenchResult> {
  const directory = await mkdtemp(join(tmpdir(), 'connectory-bench-store-'));
  const server = database === 'postgres' ? await startPostgres() : null;
  try {
    const store = server === null ? openSqliteStore(directory) : await openPostgresStore(server.url);
    const byHand = server === null ? new HandWrittenSqlite(directory) : await HandWrittenPostgres.create(server.url);
    try {
      const judged = database === 'sqlite' ? 'processor' : 'clock';
      const load = await loadBoth(store, byHand, records, progress);
      await buildIndexes(store, progress);
      await byHand.prepareQuestions();
      const plan = isQuick ? { times: 10, warmUp: 200 } : { times: 40, warmUp: 1500 };
      const rows: string[][] = [];
      const floors: Floor[] = [
        atLeast('load, next to the hand-written loop', load.byHand[judged] / load.store[judged], leastLoad[database]),
      ];
      for (const question of questions(records)) {
        progress(`question: ${question.name}`);
        const { found, ours, theirs } = await askBoth(store, byHand, question, plan);
        const ratio = ours[judged] / theirs[judged];
        rows.push([
          question.name,
          found.toFixed(0),
          ...[ours.processor, theirs.processor, ours.clock, theirs.clock, ratio].map((value) => value.toFixed(2)),
        ]);
        floors.push({
          name: question.name,
          seen: `${ratio.toFixed(2)} × ${ours.clock.toFixed(1)}`,
          wanted: `at most ${maxRatio} times, or ${shortMilliseconds} ms; never over ${maxMilliseconds} ms`,
          holds: (ratio <= maxRatio || ours.clock <= shortMilliseconds) && ours.clock <= maxMilliseconds,
        });
      }
      for (const question of aggregateQuestions) {
        progress(`aggregation: ${question.name}`);
        const { groups, ours, theirs } = await aggregateBoth(store, byHand, question, database, isQuick ? 3 : 10);
        const ratio = ours[judged] / theirs[judged];
        const figures = [ours.processor, theirs.processor, ours.clock, theirs.clock, ratio];
        rows.push([question.name, String(groups), ...figures.map((value) => value.toFixed(2))]);
        floors.push({
          name: question.name,
          seen: `${ratio.toFixed(2)} × ${ours.clock.toFixed(1)}`,
          wanted: `at most ${maxAggregateRatio} times, or ${shortMilliseconds} ms; never over ${question.maxMilliseconds} ms`,
          holds:
            (ratio <= maxAggregateRatio || ours.clock <= shortMilliseconds) && ours.clock <= question.maxMilliseconds,
        });
      }
      const rate = ({ clock }: Taken) => `${Math.round((records / clock) * 1000)} records/s`;
      return {
        table: [
          `${records} records in ${database}; load: store ${rate(load.store)}, by hand ${rate(load.byHand)}`,
          table(['question', 'found', 'cpu ms', 'SQL cpu ms', 'ms', 'SQL ms', 'ratio'], rows),
        ].join('\n\n'),
        floors,
      };
    } finally {
      await store.close();
      await byHand.close();
    }
  } finally {
    await server?.stop();
    await rm(directory, { recursive: true });
  }
}

// By turns, so that both run under the same conditions.
async function loadBoth(store: Store, byHand: HandWritten, records: number, progress: (text: string) => void) {
  const taken = { store: { clock: 0, processor: 0 }, byHand: { clock: 0, processor: 0 } };
  const add = async (side: keyof typeof taken, work: () => unknown) => {
    const one = await measured(work);
    taken[side].clock += one.clock;
    taken[side].processor += one.processor;
  };
  await store.prepare(scope);
  for (let first = 0; first < records; first += pagesPerTurn * pageSize) {
    progress(`load: ${Math.floor((first / records) * 100)} %`);
    const pages = pagesOf(first, Math.min(first + pagesPerTurn * pageSize, records));
    await add('store', async () => {
      for (const page of pages) await store.writePage(scope, { records: page, generation: 1, checkpoint: { first } });
    });
    await add('byHand', async () => {
      for (const page of pages) await byHand.write(page);
    });
  }
  progress('load: indexes');
  await add('store', () => store.endPass(scope, { pass: 1, checkpoint: { done: true }, summary: null }));
  await add('byHand', () => byHand.endLoad());
  return taken;
}

function pagesOf(first: number, end: number) {
  return Array.from({ length: Math.ceil((end - first) / pageSize) }, (_, page) => {
    const start = first + page * pageSize;
    return Array.from({ length: Math.min(pageSize, end - start) }, (__, index) => ticketRecord(start + index));
  });
}

// The store builds some indexes only when they keep being missed.
async function buildIndexes(store: Store, progress: (text: string) => void): Promise<void> {
  for (const filter of [
    { like: { subject: '%zqxj%' } },
    { eq: { 'custom.region': 'none' } },
    { eq: { 'custom.contract': -1 } },
  ]) {
    progress(`index: ${JSON.stringify(filter)}`);
    const query = parseSearch({ query: { filter } }, scope.layout);
    for (let time = 0; time < scansForIndex; time += 1) await store.search(scope, query);
    await store.indexesSettled();
  }
}

// Throws if the results differ.
async function askBoth(
  store: Store,
  byHand: HandWritten,
  { name, ask }: Question,
  { times, warmUp }: { readonly times: number; readonly warmUp: number },
) {
  const random = randomness(name.length);
  const fastest: number[] = [];
  const [ours, theirs]: [Taken[], Taken[]] = [[], []];
  const begun = performance.now();
  let found = 0;
  for (let round = 0; ours.length < times; round += 1) {
    const counts = round >= trials && performance.now() - begun >= warmUp;
    const asked = ask(random);
    let records: readonly string[] = [];
    const askStore = async () => {
      const query = { ...parseSearch(paramsOf(asked), scope.layout), after: asked.after ?? null };
      const taken = await measured(async () => {
        records = (await store.search(scope, query)).records;
      });
      if (counts) ours.push(taken);
    };
    // Alternates, because the second one to run finds warm pages.
    if (round % 2 === 0) await askStore();
    // The first rounds show which statement is the fastest.
    const best = fastest.indexOf(Math.min(...fastest));
    const results: (readonly string[])[] = [];
    for (const [index, statement] of byHand.statements(asked).entries()) {
      if (round >= trials && index !== best) continue;
      const taken = await measured(async () => {
        results.push(await byHand.run(statement));
      });
      if (round < trials) fastest[index] = Math.min(fastest[index] ?? Number.POSITIVE_INFINITY, taken.clock);
      if (counts) theirs.push(taken);
    }
    if (round % 2 === 1) await askStore();
    for (const result of results) {
      if (!isDeepStrictEqual(idsOf(records), idsOf(result.slice(0, asked.limit)))) {
        throw new Error(`${name}: the store finds ${records.length} records, SQL ${result.length} or others`);
      }
    }
    if (counts) found += records.length / times;
  }
  return { found, ours: medianOf(ours), theirs: medianOf(theirs) };
}

// Throws if the results differ.
async function aggregateBoth(
  store: Store,
  byHand: HandWritten,
  question: AggregateQuestion,
  database: 'sqlite' | 'postgres',
  times: number,
) {
  const query = parseSearch(question.params, scope.layout);
  const statement = { text: question[database], parameters: [] };
  const [ours, theirs]: [Taken[], Taken[]] = [[], []];
  let groups = 0;
  for (let round = 0; round < times; round += 1) {
    let found: readonly string[] = [];
    let expected: readonly string[] = [];
    ours.push(
      await measured(async () => {
        const { rows, total } = await store.aggregate(scope, query);
        found = query.aggregate === null ? [JSON.stringify({ total })] : rows;
      }),
    );
    theirs.push(
      await measured(async () => {
        expected = await byHand.run(statement);
      }),
    );
    const [seen, wanted] = [found, expected].map((rows) => rows.map((row) => JSON.parse(row) as object));
    if (!isDeepStrictEqual(seen, wanted)) throw new Error(`${question.name}: the store and SQL disagree`);
    groups = found.length;
  }
  return { groups, ours: medianOf(ours), theirs: medianOf(theirs) };
}

const paramsOf = ({ filter, sort, limit }: Ask) => ({
  query: { ...(filter !== undefined && { filter }), ...(sort !== undefined && { sort: [{ [sort]: 'desc' }] }) },
  limit,
});

const idsOf = (records: readonly string[]) => records.map((text) => (JSON.parse(text) as { readonly id: number }).id);

const medianOf = (all: readonly Taken[]): Taken => ({
  clock: median(all.map(({ clock }) => clock)),
  processor: median(all.map(({ processor }) => processor)),
});

async function measured(work: () => unknown): Promise<Taken> {
  const used = process.cpuUsage();
  const begun = performance.now();
  await work();
  const clock = performance.now() - begun;
  const { user, system } = process.cpuUsage(used);
  return { clock, processor: (user + system) / 1000 };
}
