import type { StorePlan } from './store-bench.ts';
import { connectionScope, pagesOf, secondsOf } from './store-load.ts';
import type { QuestionOutcome } from './store-measure.ts';
import { askQuestions, buildIndexes, type PostgresStore, withPostgresStore } from './store-postgres.ts';
import { BarePostgresLoader } from './store-postgres-bare-loader.ts';

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

const pagesPerTurn = 20;

/** Loads and queries the store on a separate server, and compares both with handwritten code. */
export function benchPostgresStore(plan: StorePlan, progress: (text: string) => void): Promise<PostgresStoreOutcome> {
  return withPostgresStore(async (opened) => {
    const load = await loadBoth(opened, plan, progress);
    await buildIndexes(opened, connectionScope(0), progress);
    const questions = await askQuestions(opened, connectionScope(0), plan, progress);
    return { records: plan.records, ...load, questions };
  });
}

async function loadBoth(
  { store, client }: PostgresStore,
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
