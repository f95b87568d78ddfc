import { resolveValue, valuesIn } from '@connectory/connector-sdk/engine';
import {
  type Checkpoint,
  noCounts,
  type OpenPartition,
  type PassKind,
  type SyncError,
  type SyncPhase,
} from './checkpoint.ts';
import { isoTime } from './clock.ts';
import type { EntityPlan } from './entity-plan.ts';
import { largerPage } from './page-size.ts';
import { maxErrors, maxHeldExamples, type SyncLimits } from './pass-limits.ts';
import type { Partition } from './record-key.ts';
import type { PageParams, SyncConnection } from './sync-source.ts';

/**
 * The constants of a plan for a pass that begins now (milliseconds since 1970), with values resolved against the settings of the
 * connection and today; null for a plan without values.
 */
export function passConstants({ constants }: EntityPlan, { settings }: SyncConnection, now: number): PageParams | null {
  if (valuesIn(constants).length === 0) return null;
  return resolveValue(constants, { settings, today: isoTime(now).slice(0, 10) }) as PageParams;
}

/** The checkpoint with which a new pass begins. */
export function begun(
  plan: EntityPlan,
  last: Checkpoint,
  start: {
    readonly now: number;
    readonly full: boolean;
    readonly total: number | null;
    readonly constants: PageParams | null;
    readonly limits: SyncLimits;
    readonly confirmed: boolean;
    readonly parentsAt: string | null;
  },
): Checkpoint {
  return {
    ...last,
    ...noCounts,
    pass: last.pass + 1,
    kind: nextKind(plan, last, start),
    phase: 'running',
    partitionsTotal: start.total,
    errors: [],
    pausedBy: null,
    held: null,
    heldLarge: last.held?.large === true,
    confirmed: start.confirmed,
    leftOut: false,
    parentsAt: start.parentsAt,
    parentsSince: last.parentsAt,
    pageSize: largerPage(plan, last.pageSize),
    failed: [],
    pending: last.failed,
    since: last.safeCursor,
    startedAt: isoTime(start.now),
    nextRunAt: null,
    constants: start.constants,
    position: { done: null, open: null, stalls: 0, removedBelow: null },
  };
}

function nextKind(
  plan: EntityPlan,
  last: Checkpoint,
  { now, full, limits }: { readonly now: number; readonly full: boolean; readonly limits: SyncLimits },
): PassKind {
  if (full || last.lastFullAt === null || !isPartial(plan, last)) return 'full';
  // A truncated list of failures does not contain everything that is missing.
  if (last.failed.length === maxErrors) return 'full';
  return now - Date.parse(last.lastFullAt) >= limits.fullPassSeconds * 1000 ? 'full' : 'incremental';
}

/** Whether a pass can leave out what has not changed. */
const isPartial = ({ cursor, changedBy }: EntityPlan, { safeCursor, parentsAt }: Checkpoint) =>
  (cursor !== null && safeCursor !== null) || (changedBy !== null && parentsAt !== null);

/** After records of a partition were not seen and not removed. */
export function removalHeld(checkpoint: Checkpoint, { records, partition, isLarge }: HeldPartition): Checkpoint {
  const known = checkpoint.held ?? { records: 0, partitions: 0, large: false, examples: [] };
  const isShown = partition !== null && known.examples.length < maxHeldExamples;
  return {
    ...checkpoint,
    held: {
      records: known.records + records,
      partitions: known.partitions + 1,
      large: known.large || isLarge,
      examples: isShown ? [...known.examples, partition] : known.examples,
    },
  };
}

interface HeldPartition {
  readonly records: number;
  /** As people read it; null if it is not known or the entity has none. */
  readonly partition: Readonly<Record<string, string>> | null;
  readonly isLarge: boolean;
}

/** After a partition was read to its end. */
export function partitionDone(checkpoint: Checkpoint, mark: string): Checkpoint {
  const partitionsDone = checkpoint.partitionsDone + 1;
  return { ...checkpoint, partitionsDone, position: { done: mark, open: null, stalls: 0, removedBelow: null } };
}

/** After a partition could not be read, or not completely; `partition` is null when not even its values are known. */
export function partitionFailed(
  checkpoint: Checkpoint,
  mark: string,
  partition: Partition | null,
  error: SyncError,
): Checkpoint {
  const { errors, failed } = checkpoint;
  return {
    ...partitionDone(checkpoint, mark),
    partitionsFailed: checkpoint.partitionsFailed + 1,
    errors: errors.length < maxErrors ? [...errors, error] : errors,
    failed: partition !== null && failed.length < maxErrors ? [...failed, partition] : failed,
  };
}

/** In the middle of a partition. */
export function partitionOpen(checkpoint: Checkpoint, open: OpenPartition): Checkpoint {
  return { ...checkpoint, position: { done: checkpoint.position?.done ?? null, open, stalls: 0, removedBelow: null } };
}

/** After every partition was read, and those with keys below `removedBelow` that are gone were removed. */
export function vanishedRemoved(checkpoint: Checkpoint, removedBelow: string): Checkpoint {
  return { ...checkpoint, position: { done: checkpoint.position?.done ?? null, open: null, stalls: 0, removedBelow } };
}

/** Before the first partition, when the parents could not be listed once more. */
export function listingStalled(checkpoint: Checkpoint): Checkpoint {
  const { done = null, stalls = 0 } = checkpoint.position ?? {};
  return { ...checkpoint, position: { done, open: null, stalls: stalls + 1, removedBelow: null } };
}

/** A pass that is paused and continues at its position later. */
export function paused(
  checkpoint: Checkpoint,
  phase: SyncPhase,
  error: SyncError | null,
  resumeAt: number,
): Checkpoint {
  return { ...checkpoint, phase, pausedBy: error, nextRunAt: isoTime(resumeAt) };
}

/** The checkpoint with which a pass ends. Only one without a failed partition counts as complete. */
export function ended(checkpoint: Checkpoint, now: number, nextRunAt: number): Checkpoint {
  const { partitionsDone, partitionsFailed, partitionsNotFound, kind, startedAt, held, confirmed } = checkpoint;
  const isRead = partitionsDone - partitionsFailed;
  const foundNone = partitionsNotFound > 0 && partitionsNotFound === isRead && !confirmed;
  const complete = partitionsFailed === 0 && !foundNone;
  const nothingRead = foundNone || (partitionsFailed > 0 && isRead === 0);
  return {
    ...checkpoint,
    phase: nothingRead ? 'failed' : 'idle',
    errors: foundNone ? [...checkpoint.errors, noneFound(partitionsNotFound)] : checkpoint.errors,
    foundNone,
    lookedAtAll: kind === 'full' && !checkpoint.leftOut && partitionsFailed === checkpoint.failed.length,
    ready: checkpoint.ready || complete,
    // A wait at the last partition is over, and must not hold up other entities.
    pausedBy: null,
    pending: [],
    finishedAt: isoTime(now),
    syncedAt: complete ? startedAt : checkpoint.syncedAt,
    // The next pass has to look at all records again.
    lastFullAt: held !== null ? null : kind === 'full' && !nothingRead ? startedAt : checkpoint.lastFullAt,
    nextRunAt: isoTime(nextRunAt),
    position: null,
  };
}

const noneFound = (partitions: number): SyncError => ({
  partition: null,
  code: 'record_not_found',
  message:
    partitions === 1
      ? 'The upstream has no such list any more. Its records are kept until you confirm their removal.'
      : `The upstream has none of the ${partitions} lists that had records. These are kept until you confirm their removal.`,
});
