import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../src/database.ts';
import { startPostgres } from './postgres-server.ts';
import { askServerKeeper } from './server-keeper.ts';

/** Where the databases of one suite live. */
export interface DatabaseHost {
  /** Creates an empty database and returns its URL. */
  create(): Promise<string>;
  /** Removes what it made. */
  stop(): Promise<void>;
}

/** A temporary folder of SQLite files. */
export async function sqliteHost(): Promise<DatabaseHost> {
  const folder = await mkdtemp(join(tmpdir(), 'connectory-sqlite-'));
  return {
    create: async () => join(folder, `${randomUUID()}.sqlite`),
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The PostgreSQL server behind a keeper's socket, or one of its own without a keeper. */
export async function postgresHost(keeper?: string): Promise<DatabaseHost> {
  const server =
    keeper === undefined ? await startPostgres() : { url: await askServerKeeper(keeper), stop: async () => {} };
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
