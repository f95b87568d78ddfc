import { describeContextStore } from '../../store/store-suite.ts';
import { openPostgresStore } from './postgres-store.ts';
import { startPostgresDatabases } from './testing/postgres-database.ts';

describeContextStore('PostgreSQL', { startHost: startPostgresDatabases, openStore: openPostgresStore });
