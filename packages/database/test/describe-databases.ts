import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type Database, openDatabase } from '../src/database.ts';
import type { Dialect } from '../src/dialect.ts';
import { type DatabaseHost, postgresHost, sqliteHost } from './database-host.ts';

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

/**
 * Runs one suite twice: on SQLite files and on a real PostgreSQL server, which is shared by the whole vitest run when
 * `vitest-global-setup.ts` is configured and started per suite otherwise.
 */
export function describeDatabases(name: string, suite: (fixture: DatabaseFixture) => void): void {
  describe.each<Dialect>(['sqlite', 'postgres'])(`${name} on %s`, (dialect) => {
    const urls = new Map<Database, string>();
    let host: DatabaseHost | undefined;

    beforeAll(async () => {
      host = dialect === 'sqlite' ? await sqliteHost() : await postgresHost(inject('postgresServerKeeper'));
    });

    afterAll(async () => {
      await Promise.all([...urls.keys()].map((database) => database.close()));
      await host?.stop();
    });

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

    suite({
      dialect,
      open: async () => {
        if (host === undefined)
          throw new Error('Open databases in a hook or a test, not while the suite is described.');
        return openTracked(await host.create());
      },
      openAgain: (database) => openTracked(urlOf(database)),
      urlOf,
    });
  });
}
