import { type ErrorCode, GatewayError } from '@connectory/connector-sdk';
import type { SourcePage, SyncSource } from '../sync-source.ts';
import { openTestStore } from './open-test-store.ts';
import { runWanted, testRun, trackerConnection } from './test-run.ts';

/** What the parent process sends: what to synchronise, then the answers to the pages that were asked for. */
export type ParentMessage =
  | { readonly kind: 'start'; readonly store: string; readonly repositories: readonly string[] }
  | { readonly kind: 'page'; readonly page: SourcePage }
  | { readonly kind: 'fault'; readonly code: ErrorCode };

/** What this process sends: the page it wants, and at last the faults of its second run. */
export type ChildMessage =
  | { readonly kind: 'ask'; readonly entity: string; readonly params: Readonly<Record<string, unknown>> }
  | { readonly kind: 'done'; readonly faults: readonly string[] };

const say = (message: ChildMessage) => process.send?.(message);

let answer: (page: SourcePage) => void = () => undefined;
let refuse: (error: GatewayError) => void = () => undefined;

// Pages are asked for one after the other, so that an answer always belongs to the last question.
const source: SyncSource = {
  readPage: ({ entity, params }) =>
    new Promise((resolve, reject) => {
      answer = resolve;
      refuse = reject;
      say({ kind: 'ask', entity: entity.name, params });
    }),
};

async function synchronise(name: string, repositories: readonly string[]): Promise<void> {
  const store = await openTestStore(name);
  const run = testRun(store, source);
  const connection = trackerConnection(repositories);
  // The first run may only end what an earlier process has begun, with parents that have gone since.
  await runWanted(run, connection, true);
  run.faults.length = 0;
  await runWanted(run, connection, true);
  await store.close();
  say({ kind: 'done', faults: run.faults.map(({ error }) => String(error)) });
  process.disconnect();
}

process.on('message', (message: ParentMessage) => {
  if (message.kind === 'page') answer(message.page);
  else if (message.kind === 'fault') refuse(new GatewayError(message.code, 'Tracker refuses.'));
  else void synchronise(message.store, message.repositories);
});
