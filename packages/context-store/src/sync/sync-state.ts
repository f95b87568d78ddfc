import type { ContextStore, StoredValue } from '../stores/context-store.ts';
import {
  type Checkpoint,
  type HeldRemoval,
  type PassKind,
  readCheckpoint,
  type SyncError,
  type SyncPhase,
} from './checkpoint.ts';
import { type EntityPlan, entityPlans } from './entity-plan.ts';
import { type SyncLimits, scheduleOf } from './pass-limits.ts';
import type { SyncConnection } from './sync-source.ts';

/** How far the copy of one entity is, as it is shown to people (spec/sync.md). Counts are those of the current or last pass. */
export interface EntitySyncState {
  readonly entity: string;
  readonly phase: SyncPhase;
  /** Number of the current or last pass, 0 before the first. */
  readonly pass: number;
  readonly kind: PassKind | null;
  /** Whether context_store_search is available. */
  readonly ready: boolean;
  readonly pages: number;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** The first hundred errors of the pass, and what holds it up. */
  readonly errors: readonly SyncError[];
  /** Records that the pass did not see and did not remove: another pass has to confirm that they are gone, or a person. */
  readonly held: HeldRemoval | null;
  /** Partitions finished (with those that failed), failed, and known; null for an entity without partitions. */
  readonly coverage: { readonly done: number; readonly failed: number; readonly total: number } | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** The copy holds everything up to this time: the beginning of the last pass without an error. */
  readonly synced_at: string | null;
  readonly next_run_at: string | null;
}

/** The state of an entity with the total of its copy and its schedule. */
export interface EntitySync extends EntitySyncState {
  /** Records in the copy; null before the first pass. */
  readonly records: number | null;
  /** Whether it is read by schedule, and not only on request. */
  readonly enabled: boolean;
  /** Minutes from the end of a pass to the next one, or what they would be if it were enabled. */
  readonly interval_minutes: number;
}

/** The state of a checkpoint; null for an entity that was never started. */
function syncState(entity: string, checkpoint: Checkpoint | null): EntitySyncState {
  const { partitionsTotal: total = null, partitionsDone: done = 0, partitionsFailed: failed = 0 } = checkpoint ?? {};
  return {
    entity,
    phase: checkpoint?.phase ?? 'idle',
    pass: checkpoint?.pass ?? 0,
    kind: checkpoint?.kind ?? null,
    ready: checkpoint?.ready ?? false,
    pages: checkpoint?.pages ?? 0,
    rows: checkpoint?.rows ?? 0,
    added: checkpoint?.added ?? 0,
    changed: checkpoint?.changed ?? 0,
    removed: checkpoint?.removed ?? 0,
    errors: [checkpoint?.errors ?? [], checkpoint?.pausedBy ?? []]
      .flat()
      .map(({ partition, code, message }) => ({ partition, code, message })),
    held: checkpoint?.held ?? null,
    coverage: total === null ? null : { done, failed, total: Math.max(total, done) },
    started_at: checkpoint?.startedAt ?? null,
    finished_at: checkpoint?.finishedAt ?? null,
    synced_at: checkpoint?.syncedAt ?? null,
    next_run_at: checkpoint?.nextRunAt ?? null,
  };
}

/** The checkpoints of all entities of a connection, parents before children; null for those no pass has touched. */
export async function readCheckpoints(
  store: ContextStore,
  { id, connector }: SyncConnection,
): Promise<ReadonlyMap<EntityPlan, Checkpoint | null>> {
  const plans = entityPlans(connector);
  const stored = await store.readCheckpoints(
    id,
    plans.map(({ layout }) => layout),
  );
  return new Map(plans.map((plan, index) => [plan, readCheckpoint(plan, stored[index] ?? null)]));
}

/** The state of every entity of a connection that has a copy, parents before children; the same in every process. */
export async function readSyncStates(
  store: ContextStore,
  connection: SyncConnection,
): Promise<readonly EntitySyncState[]> {
  const checkpoints = await readCheckpoints(store, connection);
  return Array.from(checkpoints, ([{ entity }, checkpoint]) => syncState(entity.name, checkpoint));
}

/** The state of every entity of a connection with the total of its copy and its schedule, parents before children. */
export async function readEntitySyncs(
  store: ContextStore,
  connection: SyncConnection,
  limits: Pick<SyncLimits, 'intervalSeconds'>,
): Promise<readonly EntitySync[]> {
  const checkpoints = [...(await readCheckpoints(store, connection))];
  const layouts = checkpoints.map(([{ layout }]) => layout);
  const counts = await store.counts(connection.id, layouts);
  return checkpoints.map(([{ entity }, checkpoint], index) => {
    const { enabled, intervalSeconds } = scheduleOf(connection, entity.name, limits);
    return {
      ...syncState(entity.name, checkpoint),
      records: checkpoint === null ? null : (counts[index] ?? 0),
      enabled,
      interval_minutes: Math.max(1, Math.round(intervalSeconds / 60)),
    };
  });
}

/** The state of one entity, null when it has no copy. */
export async function readSyncState(
  store: ContextStore,
  connection: SyncConnection,
  entity: string,
): Promise<EntitySyncState | null> {
  const plan = planOf(connection, entity);
  if (plan === undefined) return null;
  const stored = await store.readCheckpoint({ connectionId: connection.id, layout: plan.layout });
  return syncState(entity, readCheckpoint(plan, stored));
}

/** The state of the checkpoint in the copy of an entity; null if the entity has no copy. */
export function storedSyncState(
  connection: SyncConnection,
  entity: string,
  stored: StoredValue | null,
): EntitySyncState | null {
  const plan = planOf(connection, entity);
  return plan === undefined ? null : syncState(entity, readCheckpoint(plan, stored));
}

function planOf({ connector }: SyncConnection, entity: string): EntityPlan | undefined {
  return entityPlans(connector).find((candidate) => candidate.entity.name === entity);
}
