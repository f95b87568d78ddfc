import { createControlPlane, EncryptionKeys } from '@connectory/control-plane';
import { openDatabase } from '@connectory/database';
import { SyncRunner } from '../../src/sync/sync-runner.ts';
import { askingSource, type Question, type Response } from './asking-source.ts';
import { openTestStore } from './open-test-store.ts';
import { trackerConnection } from './test-run.ts';

/** Messages of the parent process: what to synchronize, answers to questions, and when to end. */
export type ScheduledParentMessage =
  | { readonly kind: 'start'; readonly database: string; readonly repositories: readonly string[] }
  | { readonly kind: 'stop' }
  | Response;

/** Messages of this process: questions and unexpected errors. */
export type ScheduledChildMessage = Question | { readonly kind: 'error'; readonly text: string };

const source = askingSource();
const report = (error: unknown) =>
  process.send?.({ kind: 'error', text: String(error) } satisfies ScheduledChildMessage);

/** Keeps one connection in sync by schedule, as a gateway does: leases and copy in the same PostgreSQL. */
async function start(url: string, repositories: readonly string[]): Promise<() => Promise<void>> {
  const database = await openDatabase(url);
  const encryptionKeys = new EncryptionKeys([Buffer.alloc(32, 1)]);
  const controlPlane = await createControlPlane({ database, encryptionKeys, onError: report });
  const store = await openTestStore(url);
  const connection = trackerConnection(repositories);
  const runner = new SyncRunner({
    store,
    source,
    leases: controlPlane.leases,
    directory: {
      connections: async function* () {
        yield connection;
      },
    },
    onError: report,
    limits: { pollSeconds: 0.1 },
  });
  runner.start();
  return async () => {
    await runner.stop();
    await store.close();
    await controlPlane.close();
    await database.close();
    process.disconnect();
  };
}

let stop: Promise<() => Promise<void>> | undefined;

process.on('message', (message: ScheduledParentMessage) => {
  if (message.kind === 'start') stop = start(message.database, message.repositories);
  else if (message.kind === 'stop') void stop?.then((end) => end());
  else source.hear(message);
});
