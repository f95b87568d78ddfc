import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExactly } from '@connectory/exact-json';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { searchCases } from '../../../test/query/arbitraries.ts';
import { searchInMemory } from '../../query/search-in-memory.ts';
import { defaultRetention } from '../change-feed.ts';
import type { EntityLayout } from '../entity-layout.ts';
import { ConnectionFile } from './connection-file.ts';
import type { IndexTarget } from './entity-table.ts';
import { ReaderThread } from './reader-thread.ts';
import type { BuildingNeeds, JobScope, ReadJobs, ThreadSettings } from './thread-jobs.ts';
import { WriterThread } from './writer-thread.ts';

const cases = Number(process.env.CONNECTORY_SEARCH_PAIRS ?? 1500);
const connectionId = '00000000-0000-4000-8000-000000000001';
const entitiesPerFile = 10;

let directory: string;
let writer: WriterThread;
let reader: ReaderThread;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sqlite-store-'));
  const openFiles = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const settings: ThreadSettings = {
    role: 'reader',
    directory,
    searchLimitMilliseconds: 30_000,
    retention: defaultRetention,
    openFiles,
  };
  writer = new WriterThread({ ...settings, role: 'writer' });
  reader = new ReaderThread(settings);
});

afterAll(() => {
  for (const thread of [writer, reader]) thread.close();
  rmSync(directory, { recursive: true });
});

it(`finds for ${cases} generated queries what the reference evaluator finds, without and with indexes`, () => {
  const queries = vi.spyOn(ConnectionFile.prototype, 'querying');
  let number = 0;
  fc.assert(
    fc.property(searchCases, ({ layout: { connector, fields }, records, query }) => {
      const layout: EntityLayout = { connector, entity: `records_${number}`, fields };
      const scope: JobScope = { connectionId, entity: layout.entity, layout: '' };
      number += 1;
      if (number % entitiesPerFile === 0) writer.run({ kind: 'drop', scope, params: {} }, layout);
      const page = { records: writeExactly(records), goneKeys: [], generation: 1, checkpoint: 'null', revision: 0 };
      writer.run({ kind: 'writePage', scope, params: page }, layout);

      const search = () =>
        reader.run({ kind: 'search', scope, params: { query } }, layout) as ReadJobs['search']['result'];
      const build = (wanted: readonly IndexTarget[]) =>
        writer.run({ kind: 'build', scope, params: { wanted } }, layout) as BuildingNeeds;

      const expected = searchInMemory(layout, records, query);
      const { page: found, missing } = search();
      expect(found).toEqual(expected);
      while (build(missing).hasUnbuilt);
      expect(search().page).toEqual(expected);
    }),
    { numRuns: cases, endOnFailure: false },
  );
  // See `unpeeked`.
  const texts = [...new Set(queries.mock.calls.map(([text]) => text))].filter((text) =>
    text.includes('_records" AS r'),
  );
  expect(texts.length).toBeGreaterThan(cases / 10);
  expect(texts.filter((text) => /LIMIT \?|"f\d+" (?:=|IS) \?/.test(text))).toEqual([]);
}, 900_000);
