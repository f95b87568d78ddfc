import { randomUUID } from 'node:crypto';
import { openDatabase } from '@connectory/database';
import { startPostgres } from '@connectory/database/testing';
import { sql } from 'kysely';

/** A real PostgreSQL server with as many empty databases as a suite needs. */
export interface PostgresDatabases {
  /** Creates an empty database and gives its URL. */
  create(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a server of its own for one test file. */
export async function startPostgresDatabases(): Promise<PostgresDatabases> {
  const server = await startPostgres();
  const maintenance = await openDatabase(server.url);
  return {
    create: async () => {
      const name = randomUUID();
      await sql`create database ${sql.id(name)}`.execute(maintenance.tables());
      const url = new URL(server.url);
      url.pathname = name;
      return url.href;
    },
    stop: async () => {
      await maintenance.close();
      await server.stop();
    },
  };
}
