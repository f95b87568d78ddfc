import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tenTickets, tickets } from '../../../test/stores/tickets.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { ConnectionFile } from './connection-file.ts';
import { readEntityTable } from './entity-table.ts';
import { sql } from './fragment.ts';
import { rangeLookup } from './range-lookup.ts';
import { openSqliteStore } from './sqlite-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'range-lookup-'));
let file: ConnectionFile;

beforeAll(async () => {
  const store = openSqliteStore(directory);
  const scope = { connectionId: randomUUID(), layout: tickets };
  await store.writePage(scope, { records: tenTickets, generation: 1, checkpoint: null });
  await store.endPass(scope, 1, null);
  await store.indexesSettled();
  await store.close();
  const path = join(directory, `${scope.connectionId}.sqlite`);
  file = new ConnectionFile(path, statSync(path).ino, 'look-up');
});

afterAll(() => {
  file.close();
  rmSync(directory, { recursive: true });
});

// Sorting would read all records with the same value, however many there are.
it.each<[string, object]>([
  ['a field', { sort: [{ status: 'asc' }] }],
  ['a field, descending', { sort: [{ status: 'desc' }] }],
  ['a range', { filter: { gte: { id: 3 }, lt: { id: 9 } }, sort: [{ id: 'asc' }] }],
  ['a range, descending', { filter: { gte: { created_at: '2026' } }, sort: [{ created_at: 'desc' }] }],
])('reads the index of %s in order, without sorting', (_, query) => {
  const table = readEntityTable(file, tickets);
  const lookup = table && rangeLookup(parseSearch({ query, limit: 3 }, tickets), table);
  if (lookup == null) throw new Error('There is no index.');
  const steps = file.rows(sql`EXPLAIN QUERY PLAN ${lookup.statement}`).map((row) => String(row[3]));
  expect(steps).toEqual([expect.stringMatching(/^(?:SEARCH|SCAN) r USING INDEX /)]);
});
