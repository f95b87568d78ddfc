/** How far the copy of one entity is, as the gateway answers it (spec/sync.md, State). */
export interface SyncState {
  readonly entity: string;
  readonly phase: 'idle' | 'waiting' | 'running' | 'failed';
  readonly pass: number;
  readonly kind: 'full' | 'incremental' | null;
  readonly ready: boolean;
  readonly pages: number;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly errors: readonly { readonly code: string; readonly message: string }[];
  readonly coverage: { readonly done: number; readonly failed: number; readonly total: number } | null;
  readonly finished_at: string | null;
  readonly synced_at: string | null;
  readonly next_run_at: string | null;
}

/** Whether a requested pass of an entity has ended since `before`. */
export function hasFinished(before: SyncState | undefined, now: SyncState): boolean {
  return now.phase !== 'running' && now.finished_at !== (before?.finished_at ?? null);
}

/**
 * Whether there is nothing more to wait for: every entity has finished, or what has not is held up by a fault or a limit
 * and nothing else runs.
 */
export function isSettled(before: readonly SyncState[], now: readonly SyncState[]): boolean {
  const open = now.filter((state) => !hasFinished(earlier(before, state), state));
  if (open.length === 0) return true;
  return (
    now.every(({ phase }) => phase !== 'running') &&
    open.some(({ next_run_at, errors }) => next_run_at !== null && errors.length > 0)
  );
}

/** The state of the same entity in an earlier answer. */
export function earlier(before: readonly SyncState[], { entity }: SyncState): SyncState | undefined {
  return before.find((state) => state.entity === entity);
}
