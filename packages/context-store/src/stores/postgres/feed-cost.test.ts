import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Database, openDatabase } from '@connectory/database';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ticket, tickets } from '../../../test/stores/tickets.ts';
import { usualRetention } from '../change-feed.ts';
import { addToFeed } from './feed.ts';
import { openPostgresStore, type PostgresContextStore } from './postgres-store.ts';
import { type Runner, run } from './statement.ts';

const records = Number(process.env.CONNECTORY_FEED_RECORDS ?? 10_000);
const pageSize = 100;
const pagesPerTurn = 10;
/** `/proc` counts processor time in hundredths of a second. */
const tick = 10_000;

let host: DatabaseHost;
let database: Database;
let store: PostgresContextStore;

beforeAll(async () => {
  host = await postgresHost();
  const url = await host.create();
  database = await openDatabase(url);
  store = await openPostgresStore(url);
});

afterAll(async () => {
  await store?.close();
  await database?.close();
  await host?.stop();
});

/** Microseconds of processor time that the server's processes for this database have used. */
async function serverTime(): Promise<number> {
  const processes = await run<{ pid: number }>(
    database.tables(),
    'select pid from pg_stat_activity where datname = current_database()',
    [],
  );
  const times = processes.map(async ({ pid }) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (user + system) * tick;
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
}

/** Microseconds of processor time, here and in the server, that work costs. */
async function costOf(work: () => Promise<void>): Promise<number> {
  const before = { server: await serverTime(), here: process.cpuUsage() };
  await work();
  const { user, system } = process.cpuUsage(before.here);
  return user + system + (await serverTime()) - before.server;
}

// The issue allows 10 %; the rest is for a machine that does other things.
it.skipIf(!existsSync('/proc/self/stat'))(`is at most a quarter of a first pass of ${records} records`, async () => {
  const copied = { connectionId: randomUUID(), layout: tickets };
  const fed = { connectionId: randomUUID(), entityId: 1 };
  let pass = 0;
  let feed = 0;
  const origin = { cause: 'pass', retention: usualRetention } as const;
  const inTransaction = (work: (transaction: Runner) => Promise<unknown>) =>
    database.tables().transaction().execute(work);
  for (let first = 0; first < records; first += pageSize * pagesPerTurn) {
    const pages = Array.from({ length: pagesPerTurn }, (_, page) =>
      Array.from({ length: pageSize }, (__, index) => ticket(first + page * pageSize + index)),
    );
    pass += await costOf(async () => {
      for (const page of pages)
        await store.writePage(copied, { records: page, generation: 1, checkpoint: { page: first } });
    });
    // The same changes alone; a pass has its transactions in any case.
    feed += await costOf(async () => {
      for (const page of pages) {
        const added = page.map(({ key }) => ({ kind: 'added', key, fields: [], before: null }) as const);
        await inTransaction((transaction) => addToFeed(transaction, fed, origin, added));
      }
    });
    feed -= await costOf(async () => {
      for (const _ of pages) await inTransaction(async () => {});
    });
  }
  const [perRecord, feedPerRecord] = [pass / records, feed / records];
  console.info(
    `feed on PostgreSQL: ${feedPerRecord.toFixed(1)} of ${perRecord.toFixed(1)} µs of processor time per record, ${((100 * feed) / (pass - feed)).toFixed(0)} % of a pass without it`,
  );
  expect(feed).toBeGreaterThan(0);
  expect(feed / (pass - feed)).toBeLessThan(0.25);
});
