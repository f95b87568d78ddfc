import { type Database, openDatabase } from '@connectory/database';
import { type DatabaseHost, everyRow, postgresHost, RecordedStatements } from '@connectory/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reachedTables } from '../../../test/postgres/reached-connections.ts';
import { describeContextStore } from '../../../test/stores/store-suite.ts';
import { openPostgresStore } from './postgres-store.ts';

let host: DatabaseHost;
let url: string;
const recorded = new RecordedStatements();

beforeAll(async () => {
  recorded.start();
  host = await postgresHost();
});

afterAll(async () => {
  recorded.stop();
  await host?.stop();
});

const startHost = async (): Promise<DatabaseHost> => ({
  create: async () => {
    url = await host.create();
    return url;
  },
  // The statements are examined before it stops.
  stop: async () => {},
});

async function contentOf(name: string): Promise<string> {
  const opened = await openDatabase(name);
  // The store sends none of these statements.
  recorded.stop();
  try {
    return [...(await everyRow(opened)).values()].flat().join();
  } finally {
    recorded.start();
    await opened.close();
  }
}

describeContextStore('PostgreSQL', { startHost, openStore: openPostgresStore, contentOf });

/** Changes of tables, transactions and settings, which a distributed PostgreSQL carries out on all nodes or on the one that is asked. */
const concernsNoRecords =
  /^(create (database|table|index|extension)|alter table|analyze|set|begin|start transaction|commit|rollback|explain)\b/;
const isShared = (table: string) => ['context_store_entities', 'context_store_fields'].includes(table);

describe('the statements of this suite', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase(url);
  });

  afterAll(() => database?.close());

  it('name one connection for each table of records they reach, so that a distributed PostgreSQL knows where to send them', async () => {
    const reached = new Set<string>();
    const astray: string[] = [];
    const all = recorded.all.filter(({ text }) => !concernsNoRecords.test(text));
    for (const { text, parameters } of all) {
      const tables = (await reachedTables(database.tables(), { text, parameters })).filter(
        ({ table }) => table.startsWith('context') && !isShared(table),
      );
      for (const { table } of tables) reached.add(table);
      const named = new Set(tables.flatMap(({ connections }) => connections));
      if (tables.some(({ connections }) => connections.length !== 1) || named.size > 1) astray.push(text);
    }
    expect(astray).toEqual([]);
    const names = [...reached].map((table) => table.replace(/^context_\d+/, 'context'));
    expect(names.sort()).toEqual([
      'context_store_changes',
      'context_store_feeds',
      'context_store_met',
      'context_store_passes',
      'context_store_state',
      'context_store_versions',
      'context_store_vocabulary',
      'context_test_connector_fees',
      'context_test_connector_others',
      'context_test_connector_own_tickets',
      'context_test_connector_tickets',
      'context_test_connector_visits',
    ]);
    expect(all.length).toBeGreaterThan(100);
  });

  it.each([
    ['select from context_store_state', [[]]],
    [
      `select from context_store_state where connection_id in ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002')`,
      [[]],
    ],
    [
      `select from context_store_state where connection_id = '00000000-0000-4000-8000-000000000001'`,
      [['00000000-0000-4000-8000-000000000001']],
    ],
    [
      `insert into context_store_met select connection_id, entity_id, 1, gen_random_uuid(), 'k', '{}' from context_store_state`,
      [[], []],
    ],
  ])('are examined: %s', async (text, connections) => {
    const tables = await reachedTables(database.tables(), { text, parameters: [] });
    expect(tables.map((table) => table.connections)).toEqual(connections);
  });
});
