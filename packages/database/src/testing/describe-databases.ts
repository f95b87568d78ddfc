import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type Database, openDatabase } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { askServerKeeper } from './server-keeper.ts';

/** What a suite gets from `describeDatabases`. Everything it opens is closed and removed after the suite. */
export interface DatabaseFixture {
  readonly dialect: Dialect;
  /** A new empty database. */
  open(): Promise<Database>;
  /** A further handle on the same database, as another process would have. */
  openAgain(database: Database): Promise<Database>;
  /** The URL `openDatabase` was called with: a file path for SQLite. */
  urlOf(database: Database): string;
}

/** Runs one suite twice: on a SQLite file and on a real PostgreSQL server (one server per vitest run, or per file without the global setup). */
export function describeDatabases(name: string, suite: (fixture: DatabaseFixture) => void): void {
  describe.each<Dialect>(['sqlite', 'postgres'])(`${name} on %s`, (dialect) => {
    const urls = new Map<Database, string>();
    let folder: string;
    let maintenance: Database;
    let serverUrl: string;
    let ownServer: PostgresServer | undefined;

    beforeAll(async () => {
      if (dialect === 'sqlite') {
        folder = await mkdtemp(join(tmpdir(), 'connectory-sqlite-'));
        return;
      }
      const keeper = inject('postgresServerKeeper');
      if (keeper === undefined) {
        ownServer = await startPostgres();
        serverUrl = ownServer.url;
      } else {
        serverUrl = await askServerKeeper(keeper);
      }
      maintenance = await openDatabase(serverUrl);
    }, 60_000);

    afterAll(async () => {
      await Promise.all([...urls.keys()].map((database) => database.close()));
      if (dialect === 'sqlite') await rm(folder, { recursive: true, force: true });
      else await maintenance.close();
      await ownServer?.stop();
    }, 60_000);

    async function openTracked(url: string): Promise<Database> {
      const database = await openDatabase(url);
      urls.set(database, url);
      return database;
    }

    function urlOf(database: Database): string {
      const url = urls.get(database);
      if (url === undefined) throw new Error('This database was not opened by the fixture.');
      return url;
    }

    async function open(): Promise<Database> {
      const id = randomUUID();
      if (dialect === 'sqlite') return openTracked(join(folder, `${id}.sqlite`));
      await sql`create database ${sql.id(id)}`.execute(maintenance.tables());
      const url = new URL(serverUrl);
      url.pathname = id;
      return openTracked(url.href);
    }

    suite({ dialect, open, openAgain: (database) => openTracked(urlOf(database)), urlOf });
  });
}
