export { type DatabaseHost, postgresHost, sqliteHost } from './database-host.ts';
export { type DatabaseFixture, describeDatabases } from './describe-databases.ts';
export { everyRow } from './every-row.ts';
export { type PostgresServer, startPostgres } from './postgres-server.ts';
export { type RecordedStatement, RecordedStatements } from './recorded-statements.ts';
export { rewriteFile } from './rewrite-file.ts';
