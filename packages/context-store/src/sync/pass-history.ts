import type { ContextStore, StoredValue, StoreScope } from '../stores/context-store.ts';
import type { Checkpoint, PassKind } from './checkpoint.ts';

/** What one pass of an entity did, kept after the passes that follow it. */
export interface PassSummary {
  readonly pass: number;
  readonly kind: PassKind;
  readonly started_at: string;
  readonly finished_at: string;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** The first error of the pass. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** The summary to store with the last checkpoint of a pass. Throws for a checkpoint between its pages. */
export function passSummary(checkpoint: Checkpoint): StoredValue {
  const { pass, kind, startedAt, finishedAt, rows, added, changed, removed, errors } = checkpoint;
  if (kind === null || startedAt === null || finishedAt === null) throw new Error('This pass has not ended.');
  const [first] = errors;
  const error = first === undefined ? null : { code: first.code, message: first.message };
  const times = { started_at: startedAt, finished_at: finishedAt };
  return { pass, kind, ...times, rows, added, changed, removed, error } satisfies PassSummary;
}

/** The last passes of an entity that have ended, newest first: at most `keptPasses`. */
export async function readPassHistory(store: ContextStore, scope: StoreScope): Promise<readonly PassSummary[]> {
  return (await store.readPasses(scope)) as unknown as readonly PassSummary[];
}
