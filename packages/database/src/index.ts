export { constraintViolation } from './constraint-violation.ts';
export { copySqlite } from './copy-sqlite.ts';
export { type Database, type DatabaseOptions, isPostgresUrl, openDatabase } from './database.ts';
export { DatabaseUnavailableError, type UnavailableReason, unavailableReason } from './database-unavailable.ts';
export { bytesColumn, type Dialect, databaseTime } from './dialect.ts';
export { endThread } from './end-thread.ts';
export type { InsertColumns } from './insert-rows.ts';
export type { Migration } from './migrations.ts';
export { RowInserter } from './row-inserter.ts';
