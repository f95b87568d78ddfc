import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExactly } from '@connectory/exact-json';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { searchCases } from '../../../test/query/arbitraries.ts';
import { searchInMemory } from '../../query/search-in-memory.ts';
import { usualRetention } from '../change-feed.ts';
import type { SearchPage } from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import { ConnectionFile } from './connection-file.ts';
import type { IndexTarget } from './entity-table.ts';
import { ReaderThread } from './reader-thread.ts';
import type { SearchPace } from './search-run.ts';
import type { BuildingNeeds, IndexNeeds, JobScope, ReadJobs, ThreadSettings } from './thread-jobs.ts';
import { WriterThread } from './writer-thread.ts';

const cases = Number(process.env.CONNECTORY_SEARCH_PAIRS ?? 1500);
const connectionId = '00000000-0000-4000-8000-000000000001';
const entitiesPerFile = 10;
/** Takes both ways by turns of two records, so that a few records make a search change its way as millions do. */
const shortPace: SearchPace = {
  firstStretch: () => 2,
  growth: 2,
  longestStretch: 4,
  worthASet: 4,
  entriesPerRecord: 2,
};

let directory: string;
let writer: WriterThread;
let readers: readonly ReaderThread[];
let lookups: ReaderThread;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sqlite-store-'));
  const openFiles = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const settings: ThreadSettings = {
    role: 'reader',
    directory,
    searchLimitMilliseconds: 30_000,
    retention: usualRetention,
    openFiles,
  };
  writer = new WriterThread({ ...settings, role: 'writer' });
  readers = [new ReaderThread(settings), new ReaderThread(settings, shortPace)];
  lookups = new ReaderThread({ ...settings, use: 'look-up' });
});

afterAll(() => {
  for (const thread of [writer, lookups, ...readers]) thread.close();
  rmSync(directory, { recursive: true });
});

it(`answers ${cases} generated queries as the reference evaluator does, without and with indexes`, () => {
  const queries = vi.spyOn(ConnectionFile.prototype, 'querying');
  let number = 0;
  let lookedUp = 0;
  fc.assert(
    fc.property(searchCases, ({ layout: { connector, fields }, records, query }) => {
      const layout: EntityLayout = { connector, entity: `records_${number}`, fields };
      const scope: JobScope = { connectionId, entity: layout.entity, layout: '' };
      number += 1;
      if (number % entitiesPerFile === 0) writer.run({ kind: 'drop', scope, asks: {} }, layout);
      const page = { records: writeExactly(records), generation: 1, checkpoint: 'null', revision: 0 };
      writer.run({ kind: 'writePage', scope, asks: page }, layout);

      const search = (reader: ReaderThread): IndexNeeds & { page: SearchPage } =>
        reader.run({ kind: 'search', scope, asks: { query, lane: 'long' } }, layout) as ReadJobs['search']['answers'];
      const build = (wanted: readonly IndexTarget[]): BuildingNeeds =>
        writer.run({ kind: 'build', scope, asks: { wanted } }, layout) as BuildingNeeds;

      const expected = searchInMemory(layout, records, query);
      for (const reader of readers) expect(search(reader).page).toEqual(expected);
      for (const reader of readers) {
        const { missing } = search(reader);
        while (build(missing).hasUnbuilt);
      }
      for (const reader of readers) expect(search(reader).page).toEqual(expected);
      // Its tables have changed since the last case.
      lookups.forget(connectionId);
      lookups.open(connectionId);
      const first = { ...query, filter: null, sort: query.sort.slice(0, 1), limit: 3, after: null };
      for (const lookup of [query, first]) {
        const found = lookups.lookUp(connectionId, lookup, layout);
        if (found === null) continue;
        expect(found.page).toEqual(searchInMemory(layout, records, lookup));
        lookedUp += 1;
      }
    }),
    { numRuns: cases, endOnFailure: false },
  );
  expect(lookedUp).toBeGreaterThan(cases / 10);
  // See `unpeeked`.
  const texts = [...new Set(queries.mock.calls.map(([text]) => text))].filter((text) =>
    text.includes('_records" AS r'),
  );
  expect(texts.length).toBeGreaterThan(cases / 10);
  expect(texts.filter((text) => /LIMIT \?|"f\d+" (?:=|IS) \?/.test(text))).toEqual([]);
}, 900_000);
