export type { ColumnType, SnapshotColumn } from './columns.ts';
export type { Snapshot, SnapshotFormat, SnapshotSource, SnapshotView, WantedSnapshot } from './snapshot.ts';
export { SnapshotFiles, type SnapshotFilesOptions } from './snapshot-files.ts';
export type { TableName } from './sql/check-statement.ts';
export type { ResultColumn, SqlView } from './sql/messages.ts';
export {
  invalidSql,
  type SqlOptions,
  SqlProcesses,
  type SqlResult,
  type SqlStatement,
} from './sql/sql-processes.ts';
