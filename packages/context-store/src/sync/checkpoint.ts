import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { StoredValue } from '../stores/context-store.ts';
import type { Batch } from './batches.ts';
import type { CursorValue } from './cursors.ts';
import type { EntityPlan } from './entity-plan.ts';
import { noCycle, type PageCycle } from './listing.ts';
import type { Partition } from './record-key.ts';
import type { PageParams } from './sync-source.ts';

/** Whether a pass reads everything, or only what is new by the entity's cursor. */
export type PassKind = 'full' | 'incremental';

/** Phase of an entity: idle, paused, being read, or failed. */
export type SyncPhase = 'idle' | 'waiting' | 'running' | 'failed';

/** One error of a pass. `partition` is null for an entity without partitions and for an error that concerns all of them. */
export interface SyncError {
  readonly partition: Readonly<Record<string, string>> | null;
  readonly code: string;
  readonly message: string;
  /** Set if other entities of the connection may go on meanwhile; not shown. */
  readonly alone?: true;
}

/** The partition that a pass is reading, and the state needed for its next page. */
export interface OpenPartition {
  readonly mark: string;
  readonly partition: Partition;
  /** False when only what is newer than the cursor is read. */
  readonly full: boolean;
  /** What to merge into the parameters for the next page, null before the first. */
  readonly nextParams: PageParams | null;
  /** The batch of parents that it is reading, of an entity that is read in batches; null before the first. */
  readonly batch: Batch | null;
  readonly pages: number;
  readonly rows: number;
  readonly cycle: PageCycle;
  /** Records that were skipped because they have no usable key. */
  readonly keyless: number;
  /** Set if the upstream refused to continue and the partition was restarted. */
  readonly restarted: boolean;
  /** Number of pauses at this page. */
  readonly stalls: number;
  /** All its pages are read, and what it no longer has is being removed. */
  readonly read: boolean;
  /** Set if the upstream has no such partition, which the plan takes for an empty one. */
  readonly notFound: boolean;
  /** Set if the upstream left records out of a page. */
  readonly incomplete: boolean;
  /** How often it is read in this pass: once more for each look at records that were not seen. */
  readonly look: number;
  /** Digests of the keys seen in this look and in the one before. */
  readonly seen: number;
  readonly seenBefore: number | null;
}

/** Records that a pass did not see and keeps until another pass does not see them either, or a person confirms that they are gone. */
export interface HeldRemoval {
  readonly records: number;
  readonly partitions: number;
  /** Whether a large share of a partition is among them, as after an outage or a mass deletion. */
  readonly large: boolean;
  /** The first partitions: parameter and value. Empty for an entity without partitions. */
  readonly examples: readonly Readonly<Record<string, string>>[];
}

// The position of a pass.
interface PassPosition {
  /** Mark of the last partition that is finished, null before the first. */
  readonly done: string | null;
  readonly open: OpenPartition | null;
  /** Number of pauses because the parents could not be listed. */
  readonly stalls: number;
  /** Set once every partition was read: partitions with keys below it have been looked for and, where they are gone, removed. */
  readonly removedBelow: string | null;
}

/** The counts of a pass so far. `rows` are records read; the others are their effects on the copy. */
export interface PassCounts {
  readonly pages: number;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly partitionsDone: number;
  readonly partitionsFailed: number;
  /** Partitions with records in the copy of which the upstream says that they do not exist. */
  readonly partitionsNotFound: number;
}

/**
 * The state of one entity of one connection, stored with every page. Times are UTC ISO texts. The number of the pass is the
 * generation its records are stamped with; it grows with every pass that begins.
 */
export interface Checkpoint extends PassCounts {
  readonly version: 1;
  /** Fingerprint of the plan the pass follows. */
  readonly plan: string;
  /** Grows with every checkpoint: a process that finds another one than it wrote has lost its lease. */
  readonly revision: number;
  readonly pass: number;
  readonly kind: PassKind | null;
  readonly phase: SyncPhase;
  /** Whether the copy can be searched: a page was committed, or a pass found no records. */
  readonly ready: boolean;
  readonly partitionsTotal: number | null;
  readonly errors: readonly SyncError[];
  /** Why the pass is paused at its position; null while it continues. */
  readonly pausedBy: SyncError | null;
  /** What the current or last pass did not see and did not remove. */
  readonly held: HeldRemoval | null;
  /** Whether the pass before held a large removal. */
  readonly heldLarge: boolean;
  /** Whether a person has confirmed that what this pass does not see is gone. */
  readonly confirmed: boolean;
  /** Whether the upstream left records out of a page of this pass. */
  readonly leftOut: boolean;
  /** Whether the last pass that ended was full, with no record left out, and lists in `failed` every partition that it could not read. */
  readonly lookedAtAll: boolean;
  /** Whether the last pass that ended found none of the partitions with records. */
  readonly foundNone: boolean;
  /** When the pass of the parents began whose copy the current or last pass reads, and the pass before; null where it does not matter. */
  readonly parentsAt: string | null;
  readonly parentsSince: string | null;
  /** Records per page, where the upstream could not send as many as the plan asks for; null for as many as that. */
  readonly pageSize: number | null;
  /** Partitions that failed in this pass, and in the one before: these are read whole. */
  readonly failed: readonly Partition[];
  readonly pending: readonly Partition[];
  /** Where an incremental pass starts from, and where the next one may. */
  readonly since: CursorValue | null;
  readonly safeCursor: CursorValue | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Beginning of the last pass that read everything it was to read. */
  readonly syncedAt: string | null;
  /** Beginning of the last full pass, null when the next pass has to be one. */
  readonly lastFullAt: string | null;
  readonly nextRunAt: string | null;
  /** What the values among the constants of the plan were when the pass began; null for a plan without values. */
  readonly constants: PageParams | null;
  /** Null between passes. */
  readonly position: PassPosition | null;
}

/** Counts at the beginning of a pass. */
export const noCounts: PassCounts = {
  pages: 0,
  rows: 0,
  added: 0,
  changed: 0,
  removed: 0,
  partitionsDone: 0,
  partitionsFailed: 0,
  partitionsNotFound: 0,
};

/** The checkpoint of an entity no pass has touched. */
export function newCheckpoint({ fingerprint }: EntityPlan): Checkpoint {
  return {
    ...noCounts,
    version: 1,
    plan: fingerprint,
    revision: 0,
    pass: 0,
    kind: null,
    phase: 'idle',
    ready: false,
    partitionsTotal: null,
    errors: [],
    pausedBy: null,
    held: null,
    heldLarge: false,
    confirmed: false,
    leftOut: false,
    lookedAtAll: false,
    foundNone: false,
    parentsAt: null,
    parentsSince: null,
    pageSize: null,
    failed: [],
    pending: [],
    since: null,
    safeCursor: null,
    startedAt: null,
    finishedAt: null,
    syncedAt: null,
    lastFullAt: null,
    nextRunAt: null,
    constants: null,
    position: null,
  };
}

/** The stored form of a checkpoint. */
export function storedCheckpoint(checkpoint: Checkpoint): StoredValue {
  return parseExactly(writeExactly(checkpoint)) as StoredValue;
}

/**
 * A stored checkpoint, read for a plan: null stays null, and one of another plan keeps what it counted but has to begin a full
 * pass. Throws for a form this version does not know: its generations must not be forgotten.
 */
export function readCheckpoint(plan: EntityPlan, stored: StoredValue | null): Checkpoint | null {
  if (stored === null) return null;
  // A member that the version that stored it did not know has the value of a new checkpoint.
  const checkpoint = { ...newCheckpoint(plan), ...(stored as unknown as Checkpoint) };
  if (checkpoint.version !== 1) {
    throw new Error('The copy was written by a newer version. Run that version, or remove the copy of the connection.');
  }
  if (checkpoint.plan === plan.fingerprint) return checkpoint;
  const nothingKnown = {
    since: null,
    safeCursor: null,
    lastFullAt: null,
    nextRunAt: null,
    constants: null,
    position: null,
    lookedAtAll: false,
    pageSize: null,
  };
  return { ...checkpoint, ...nothingKnown, plan: plan.fingerprint, pausedBy: null, failed: [], pending: [] };
}

/** A partition of which nothing has been read yet. */
export function openPartition(mark: string, partition: Partition, full: boolean): OpenPartition {
  const unread = {
    nextParams: null,
    batch: null,
    pages: 0,
    rows: 0,
    keyless: 0,
    cycle: noCycle,
    restarted: false,
    stalls: 0,
    read: false,
    notFound: false,
    incomplete: false,
    look: 1,
    seen: 0,
    seenBefore: null,
  };
  return { mark, partition, full, ...unread };
}
