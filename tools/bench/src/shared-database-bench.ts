import { connectionScope, pagesOf, secondsOf } from './store-load.ts';
import type { QuestionOutcome } from './store-measure.ts';
import { askQuestions, buildIndexes, type PostgresStore, withPostgresStore } from './store-postgres.ts';

/** What to measure. */
export interface SharedDatabasePlan {
  /** Number of records of all connections together; each has the same number. */
  readonly records: number;
  readonly connections: number;
  readonly pageSize: number;
  /** Number of connections that are loaded at the same time. */
  readonly writers: number;
  /** How often each question is run. */
  readonly times: number;
}

/** A part of the load. */
interface LoadStep {
  /** Records in the database after it. */
  readonly records: number;
  readonly recordsPerSecond: number;
}

/** Everything the bench of a shared database measures. */
export interface SharedDatabaseOutcome {
  readonly steps: readonly LoadStep[];
  /** Size of the database, and of the table of records without its indexes. */
  readonly databaseMegabytes: number;
  readonly tableMegabytes: number;
  /** The questions about the first connection before any other exists, and again with all others. */
  readonly alone: readonly QuestionOutcome[];
  readonly first: readonly QuestionOutcome[];
  /** The questions about the connection that was loaded last. */
  readonly last: readonly QuestionOutcome[];
  /** Records per second of a second pass that changes nothing, before the others exist and with all of them. */
  readonly unchanged: { readonly alone: number; readonly together: number };
}

const steps = 10;

/** Fills the tables of one PostgreSQL database with many connections, and measures what their number costs one of them. */
export function benchSharedDatabase(
  plan: SharedDatabasePlan,
  progress: (text: string) => void,
): Promise<SharedDatabaseOutcome> {
  return withPostgresStore(async (opened) => {
    const perConnection = Math.round(plan.records / plan.connections);
    const pages = pagesOf(0, perConnection, plan.pageSize);
    const pass = (number: number, generation: number) => writePass(opened, number, generation, pages);
    const rateOf = async (number: number, generation: number) =>
      perConnection / (await secondsOf(() => pass(number, generation)));
    const ask = (number: number) =>
      askQuestions(opened, connectionScope(number), { records: perConnection, times: plan.times }, progress);

    progress('load: the first connection');
    await pass(0, 1);
    await buildIndexes(opened, connectionScope(0), progress);
    const alone = await ask(0);
    const unchangedAlone = await rateOf(0, 2);
    const loaded = await loadOthers(plan, perConnection, (number) => pass(number, 1), progress);
    const first = await ask(0);
    const last = await ask(plan.connections - 1);
    const unchanged = { alone: unchangedAlone, together: await rateOf(0, 3) };
    return { steps: loaded, ...(await sizesOf(opened)), alone, first, last, unchanged };
  });
}

async function writePass(
  { store }: PostgresStore,
  number: number,
  generation: number,
  pages: ReturnType<typeof pagesOf>,
): Promise<void> {
  const scope = connectionScope(number);
  for (const records of pages) await store.writePage(scope, { records, generation, checkpoint: null });
  await store.endPass(scope, generation, null);
}

/** Loads all connections but the first, several at the same time. */
async function loadOthers(
  { connections, writers }: SharedDatabasePlan,
  perConnection: number,
  load: (number: number) => Promise<void>,
  progress: (text: string) => void,
): Promise<readonly LoadStep[]> {
  let next = 1;
  const loaded: LoadStep[] = [];
  for (let step = 1; step <= steps; step += 1) {
    const start = next;
    const end = Math.max(start, Math.round((connections * step) / steps));
    const write = async () => {
      while (next < end) {
        progress(`load: connection ${next + 1} of ${connections}`);
        const number = next;
        next += 1;
        await load(number);
      }
    };
    const seconds = await secondsOf(() => Promise.all(Array.from({ length: writers }, write)));
    if (end > start)
      loaded.push({ records: end * perConnection, recordsPerSecond: ((end - start) * perConnection) / seconds });
  }
  return loaded;
}

async function sizesOf({ client }: PostgresStore) {
  const { rows } = await client.query<{ database: string; tables: string }>(
    `select pg_database_size(current_database()) as database,
       (select sum(pg_table_size(table_name::regclass)) from context_store_entities where table_name is not null) as tables`,
  );
  const megabytes = (bytes: string | undefined) => Number(bytes) / 2 ** 20;
  return { databaseMegabytes: megabytes(rows[0]?.database), tableMegabytes: megabytes(rows[0]?.tables) };
}
