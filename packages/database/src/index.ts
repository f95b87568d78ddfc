export { constraintViolation } from './constraint-violation.ts';
export { type Database, openDatabase } from './database.ts';
export { bytesColumn, type Dialect, databaseTime, type JsonColumnType, jsonRows } from './dialect.ts';
export type { Migration } from './migrations.ts';
