export type { ColumnType, SnapshotColumn } from './columns.ts';
export type { Snapshot, SnapshotFormat, SnapshotSource, WantedSnapshot } from './snapshot.ts';
export { SnapshotFiles, type SnapshotFilesOptions } from './snapshot-files.ts';
