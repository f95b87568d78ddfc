import { openPostgresStore, type PostgresStoreOptions, parseSearch, type StoreScope } from '@connectory/context-store';
import { startPostgres } from '@connectory/database/testing';
import pg from 'pg';
import type { StorePlan } from './store-bench.ts';
import { connectionScope, pagesOf, secondsOf } from './store-load.ts';
import { measure, type QuestionOutcome, type SqlRunner } from './store-measure.ts';
import { BarePostgresLoader } from './store-postgres-bare-loader.ts';
import { postgresQuestions } from './store-postgres-questions.ts';

/** Everything the bench of the store measures on PostgreSQL. */
export interface PostgresStoreOutcome {
  readonly records: number;
  /** Seconds of the store, and of the bare loop, for the large connection. */
  readonly storeSeconds: number;
  readonly bareSeconds: number;
  /** Seconds for all small connections together. */
  readonly othersSeconds: number;
  readonly questions: readonly QuestionOutcome[];
}

type Store = Awaited<ReturnType<typeof openPostgresStore>>;

const pagesPerTurn = 20;
const scansBeforeIndex = 3;
// Every search counts as slow, so that the indexes for the questions are built on any machine, however fast.
const options: PostgresStoreOptions = { scansBeforeIndex, slowSearchMilliseconds: 0 };

/** Loads and queries the store on a separate server, and compares both with handwritten code. */
export async function benchPostgresStore(
  plan: StorePlan,
  progress: (text: string) => void,
): Promise<PostgresStoreOutcome> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  try {
    await client.connect();
    const store = await openPostgresStore(server.url, options);
    try {
      const load = await loadBoth(store, client, plan, progress);
      await buildIndexes(store, connectionScope(0), progress);
      await client.query('analyze');
      const questions: QuestionOutcome[] = [];
      for (const question of await postgresQuestions(client, connectionScope(0), plan.records)) {
        progress(`question: ${question.name}`);
        questions.push(await measure(store, connectionScope(0), runnerOf(client), question, plan.times));
      }
      return { records: plan.records, ...load, questions };
    } finally {
      await store.close();
    }
  } finally {
    await client.end();
    await server.stop();
  }
}

async function loadBoth(
  store: Store,
  client: pg.Client,
  { records, otherConnections, pageSize }: StorePlan,
  progress: (text: string) => void,
) {
  const scope = connectionScope(0);
  await store.prepare(scope);
  const bare = await BarePostgresLoader.create(client, scope);
  const turn = pagesPerTurn * pageSize;
  let storeSeconds = 0;
  let bareSeconds = 0;
  for (let first = 0; first < records; first += turn) {
    progress(`load: ${Math.floor((first / records) * 100)} %`);
    const pages = pagesOf(first, Math.min(first + turn, records), pageSize);
    storeSeconds += await secondsOf(async () => {
      for (const page of pages) await store.writePage(scope, { records: page, generation: 1, checkpoint: { first } });
    });
    bareSeconds += await secondsOf(async () => {
      for (const page of pages) await bare.write(page);
    });
  }
  storeSeconds += await secondsOf(() => store.endPass(scope, 1, { done: true }));
  await bare.remove();
  let othersSeconds = 0;
  for (let number = 1; number <= otherConnections; number += 1) {
    progress(`load: connection ${number} of ${otherConnections}`);
    const [first, end] = [number - 1, number].map((part) => Math.round((records * part) / otherConnections));
    const pages = pagesOf(first ?? 0, end ?? 0, pageSize);
    othersSeconds += await secondsOf(async () => {
      const other = connectionScope(number);
      for (const page of pages) await store.writePage(other, { records: page, generation: 1, checkpoint: null });
    });
  }
  return { storeSeconds, bareSeconds, othersSeconds };
}

async function buildIndexes(store: Store, scope: StoreScope, progress: (text: string) => void): Promise<void> {
  for (const query of [
    { filter: { like: { subject: '%zqxj%' } } },
    { filter: { eq: { 'custom.region': 'none' } } },
    { filter: { eq: { 'custom.contract': -1 } } },
  ]) {
    progress(`index: ${JSON.stringify(query)}`);
    for (let time = 0; time < scansBeforeIndex; time += 1)
      await store.search(scope, parseSearch({ query }, scope.layout));
    await store.indexesSettled();
  }
}

function runnerOf(client: pg.Client): SqlRunner {
  return {
    async run({ text, parameters }) {
      const start = performance.now();
      const { rows } = await client.query<[string]>({ text, values: [...parameters], rowMode: 'array' });
      return { values: rows.map(([value]) => value), milliseconds: performance.now() - start };
    },
  };
}
