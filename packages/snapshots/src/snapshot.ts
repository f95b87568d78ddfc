import type { EntityLayout, StoredValue, StoreScope } from '@connectory/context-store';
import type { SnapshotColumn } from './columns.ts';

/** The formats of a snapshot. */
export type SnapshotFormat = 'parquet' | 'ndjson' | 'csv';

/** A file with all records of one copy at one consistent state. It is not removed before `release`, unless its connection is. */
export interface Snapshot {
  readonly path: string;
  /** Size of the file in bytes. */
  readonly bytes: number;
  readonly columns: readonly SnapshotColumn[];
  /** Number of records. */
  readonly rows: number;
  /** Where the synchronization stood (`storedSyncState`). No record is older. */
  readonly checkpoint: StoredValue | null;
  /** Identifies the content of the file. */
  readonly etag: string;
  /** Ends the use of the file. A second call does nothing. */
  release(): void;
}

/** What a file shows of a copy that is not shown whole. */
export interface SnapshotView {
  /** Equal for views that show the same of equal records. */
  readonly id: string;
  /** The search fields of the file. */
  readonly layout: EntityLayout;
  /** The line of a record in the file, without its line feed; null for a record that is not shown. */
  line(line: Buffer): Buffer | null;
}

/** Which file is wanted. */
export interface WantedSnapshot {
  /** Workspaces take turns. */
  readonly workspaceId: string;
  readonly scope: StoreScope;
  readonly format: SnapshotFormat;
  /** Without one, the whole copy is shown. */
  readonly view?: SnapshotView | undefined;
}

/** Where files of copies come from. */
export interface SnapshotSource {
  /**
   * Returns the file of a copy, made now unless one of the current state exists. Throws `store_busy`, `search_timeout`,
   * `database_unavailable`, and the reason of the signal when that aborts.
   */
  take(wanted: WantedSnapshot, signal?: AbortSignal): Promise<Snapshot>;
}
