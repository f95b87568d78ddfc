import { openPostgresStore, type PostgresStoreOptions, parseSearch, type StoreScope } from '@connectory/context-store';
import { startPostgres } from '@connectory/database/testing';
import pg from 'pg';
import { measure, type QuestionOutcome, type SqlRunner } from './store-measure.ts';
import { postgresQuestions } from './store-postgres-questions.ts';

/** A store on a PostgreSQL server of its own, and a client for other statements. */
export interface PostgresStore {
  readonly store: Awaited<ReturnType<typeof openPostgresStore>>;
  readonly client: pg.Client;
}

const scansBeforeIndex = 3;
// Every search counts as slow, so that the indexes for the questions are built on any machine, however fast.
const options: PostgresStoreOptions = { scansBeforeIndex, slowSearchMilliseconds: 0 };

/** Starts a server, runs some work with a store on it, and removes both. */
export async function withPostgresStore<Outcome>(work: (opened: PostgresStore) => Promise<Outcome>): Promise<Outcome> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  try {
    await client.connect();
    const store = await openPostgresStore(server.url, options);
    try {
      return await work({ store, client });
    } finally {
      await store.close();
    }
  } finally {
    await client.end();
    await server.stop();
  }
}

/** Searches until the store has built the indexes for the questions. */
export async function buildIndexes(
  { store }: PostgresStore,
  scope: StoreScope,
  progress: (text: string) => void,
): Promise<void> {
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

/** Asks the questions about a connection with this number of records, each also as hand-written SQL on the same table. */
export async function askQuestions(
  { store, client }: PostgresStore,
  scope: StoreScope,
  { records, times }: { readonly records: number; readonly times: number },
  progress: (text: string) => void,
): Promise<readonly QuestionOutcome[]> {
  await client.query('analyze');
  const outcomes: QuestionOutcome[] = [];
  for (const question of await postgresQuestions(client, scope, records)) {
    progress(`question: ${question.name}`);
    outcomes.push(await measure(store, scope, runnerOf(client), question, times));
  }
  return outcomes;
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
