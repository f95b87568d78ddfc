import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExactly } from '@connectory/exact-json';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { aggregateCases, searchCases } from '../../../test/query/arbitraries.ts';
import { aggregateInMemory } from '../../query/aggregate-in-memory.ts';
import { searchInMemory } from '../../query/search-in-memory.ts';
import { defaultRetention } from '../change-feed.ts';
import type { StoredRecord } from '../context-store.ts';
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
let number = 0;

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

/** A copy with some records in a file that is replaced from time to time. */
function written(connector: string, fields: EntityLayout['fields'], records: readonly StoredRecord[]) {
  const layout: EntityLayout = { connector, entity: `records_${number}`, fields };
  const scope: JobScope = { connectionId, entity: layout.entity, layout: '' };
  number += 1;
  if (number % entitiesPerFile === 0) writer.run({ kind: 'drop', scope, params: {} }, layout);
  const page = { records: writeExactly(records), goneKeys: [], generation: 1, checkpoint: 'null', revision: 0 };
  writer.run({ kind: 'writePage', scope, params: page }, layout);
  const build = (wanted: readonly IndexTarget[]) => {
    while ((writer.run({ kind: 'build', scope, params: { wanted } }, layout) as BuildingNeeds).hasUnbuilt);
  };
  return { layout, scope, build };
}

it(`finds for ${cases} generated queries what the reference evaluator finds, without and with indexes`, () => {
  const queries = vi.spyOn(ConnectionFile.prototype, 'querying');
  fc.assert(
    fc.property(searchCases, ({ layout: { connector, fields }, records, query }) => {
      const { layout, scope, build } = written(connector, fields, records);
      const search = () =>
        reader.run({ kind: 'search', scope, params: { query } }, layout) as ReadJobs['search']['result'];
      const expected = searchInMemory(layout, records, query);
      const { page: found, missing } = search();
      expect(found).toEqual(expected);
      build(missing);
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

it(`aggregates for ${cases} generated queries as the reference evaluator, without and with indexes`, () => {
  const indexed = vi.spyOn(ConnectionFile.prototype, 'querying');
  fc.assert(
    fc.property(aggregateCases, ({ layout: { connector, fields }, records, query }) => {
      const { layout, scope, build } = written(connector, fields, records);
      const aggregate = () =>
        reader.run({ kind: 'aggregate', scope, params: { query } }, layout) as ReadJobs['aggregate']['result'];
      const expected = aggregateInMemory(records, query);
      const { page: found, missing } = aggregate();
      expect(found).toEqual(expected);
      build(missing);
      expect(aggregate().page).toEqual(expected);
    }),
    { numRuns: cases, endOnFailure: false },
  );
  const alongIndex = indexed.mock.calls.filter(([text]) => text.includes('OVER ()') && text.includes('INDEXED BY'));
  expect(alongIndex.length).toBeGreaterThan(cases / 100);
}, 900_000);
