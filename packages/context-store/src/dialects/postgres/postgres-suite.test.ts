import { postgresHost } from '@connectory/database/testing';
import { describeContextStore } from '../../store/store-suite.ts';
import { openPostgresStore } from './postgres-store.ts';

describeContextStore('PostgreSQL', { startHost: () => postgresHost(), openStore: openPostgresStore });
