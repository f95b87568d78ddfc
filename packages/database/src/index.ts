export { constraintViolation } from './constraint-violation.ts';
export { type Database, openDatabase } from './database.ts';
export { bytesColumn, type Dialect, databaseTime } from './dialect.ts';
export type { InsertColumns } from './insert-rows.ts';
export type { Migration } from './migrations.ts';
export { RowInserter } from './row-inserter.ts';
