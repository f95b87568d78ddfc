export { type DatabaseHost, postgresHost } from './database-host.ts';
export { type DatabaseFixture, describeDatabases } from './describe-databases.ts';
export { type PostgresServer, startPostgres } from './postgres-server.ts';
export { type RecordedStatement, RecordedStatements } from './recorded-statements.ts';
