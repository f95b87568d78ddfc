export { type Database, type DatabaseOptions, isPostgresUrl, openDatabase } from './database.ts';
export { DatabaseUnavailableError, type UnavailableReason, unavailableReason } from './database-unavailable.ts';
export { bytesColumn, constraintViolation, type Dialect, databaseTime } from './dialect.ts';
export type { Migration } from './migrations.ts';
export { endThread, type InsertColumns, RowInserter } from './row-inserter.ts';
export { copySqlite } from './sqlite-file.ts';
