import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityLayout, LayoutField } from '@connectory/context-store';
import { writeExactly } from '@connectory/exact-json';
import type { SnapshotFormat } from '../src/snapshot.ts';
import { recordFile, type WrittenFile } from '../src/write/record-file.ts';
import { type ReadParquet, readParquet } from './read-parquet.ts';

/** A search field of a test layout. */
export const field = (name: string, type: LayoutField['type'], members: LayoutField['members'] = {}): LayoutField => ({
  name,
  type,
  absent: false,
  members,
});

/** A layout of fields. */
export const layoutOf = (...fields: readonly LayoutField[]): EntityLayout => ({
  connector: 'test-connector',
  entity: 'things',
  fields,
});

/** The lines of records, as a store reads them. */
function linesOf({ fields }: EntityLayout, records: readonly Readonly<Record<string, unknown>>[]): Uint8Array {
  const whole = records.map((record) => Object.fromEntries(fields.map(({ name }) => [name, record[name] ?? null])));
  return new TextEncoder().encode(whole.map((record) => `${writeExactly(record)}\n`).join(''));
}

type Pages = readonly (readonly Readonly<Record<string, unknown>>[])[];

/** Writes pages of records to a file, and reads its text. */
export function textOf(
  format: SnapshotFormat,
  layout: EntityLayout,
  pages: Pages,
): WrittenFile & { readonly text: string } {
  return inFolder((path) => {
    const written = writeRecords(path, format, layout, pages);
    return { ...written, text: readFileSync(path, 'utf8') };
  });
}

/** Writes pages of records to a Parquet file, and reads it. */
export async function parquetOf(layout: EntityLayout, pages: Pages): Promise<WrittenFile & ReadParquet> {
  const folder = mkdtempSync(join(tmpdir(), 'parquet-'));
  const path = join(folder, 'things.parquet');
  const written = writeRecords(path, 'parquet', layout, pages);
  const read = await readParquet(path);
  rmSync(folder, { recursive: true });
  return { ...written, ...read };
}

/** Writes pages of records to a file at this path. */
export function writeRecords(path: string, format: SnapshotFormat, layout: EntityLayout, pages: Pages): WrittenFile {
  const file = recordFile({ format, layout, path, maxBytes: 2 ** 30 });
  for (const records of pages) file.add(linesOf(layout, records));
  return file.finish();
}

function inFolder<Result>(work: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'snapshot-file-'));
  try {
    return work(join(folder, 'things'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
