import { askingSource, type Question, type Response } from './asking-source.ts';
import { openTestStore } from './open-test-store.ts';
import { runWanted, testRun, trackerConnection } from './test-run.ts';

/** Messages of the parent process: what to synchronize, then answers to questions. */
export type ParentMessage =
  | { readonly kind: 'start'; readonly store: string; readonly repositories: readonly string[] }
  | Response;

/** What this process sends: questions, and at last the errors of its other runs. */
export type ChildMessage = Question | { readonly kind: 'done'; readonly errors: readonly string[] };

const source = askingSource();

async function synchronize(name: string, repositories: readonly string[]): Promise<void> {
  const store = await openTestStore(name);
  const run = testRun(store, source);
  const connection = trackerConnection(repositories);
  // The first run may only end what an earlier process has begun, with parents that have gone since.
  await runWanted(run, connection, true);
  run.errors.length = 0;
  // Records that cannot be read alone are removed by the second pass that does not see them.
  await runWanted(run, connection, true);
  await runWanted(run, connection, true);
  await store.close();
  process.send?.({ kind: 'done', errors: run.errors.map(({ error }) => String(error)) } satisfies ChildMessage);
  process.disconnect();
}

process.on('message', (message: ParentMessage) => {
  if (message.kind === 'start') void synchronize(message.store, message.repositories);
  else source.hear(message);
});
