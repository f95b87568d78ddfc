import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { EntityLayout } from '@connectory/context-store';
import { type DeclaredColumn, declaredColumns, type SnapshotColumn } from '../columns.ts';
import type { SnapshotFormat } from '../snapshot.ts';
import { type Cell, type CellReader, cellReader, type LineRecord } from './cells.ts';
import { ColumnRange } from './column-range.ts';
import { CsvFile } from './csv-file.ts';
import { FileBytes } from './file-bytes.ts';
import { ParquetFile } from './parquet-file.ts';
import { eachRecord, eachRecordOfFile } from './record-lines.ts';

/** A file to write. */
export interface FileRequest {
  readonly format: SnapshotFormat;
  readonly layout: EntityLayout;
  /** Where nothing is yet. `<path>.lines` may be used as well, and is removed. */
  readonly path: string;
  /** Max bytes of the file, and of what is kept to make it. */
  readonly maxBytes: number;
}

/** A file that was written. */
export interface WrittenFile {
  readonly bytes: number;
  readonly hash: string;
  readonly columns: readonly SnapshotColumn[];
}

/** Writes the lines of records, as a store reads them, to a file. */
export interface RecordFile {
  /** Adds complete lines. */
  add(lines: Uint8Array): void;
  finish(): WrittenFile;
}

/** Begins a file. */
export function recordFile(request: FileRequest): RecordFile {
  switch (request.format) {
    case 'ndjson':
      return linesFile(request);
    case 'csv':
      return csvFile(request);
    case 'parquet':
      return parquetFile(request);
  }
}

interface MeasuredColumn {
  readonly column: DeclaredColumn;
  readonly read: CellReader;
  readonly range: ColumnRange;
}

function measuredColumns({ layout }: FileRequest): readonly MeasuredColumn[] {
  return declaredColumns(layout).map((column) => {
    return { column, read: cellReader(column), range: new ColumnRange(column) };
  });
}

function linesFile({ path, maxBytes }: FileRequest): RecordFile {
  const bytes = new FileBytes(path, maxBytes);
  return {
    add: (lines) => {
      bytes.appendBytes(lines);
      bytes.flush();
    },
    finish: () => {
      bytes.finish();
      return { bytes: bytes.length, hash: bytes.digest(), columns: [] };
    },
  };
}

function csvFile(request: FileRequest): RecordFile {
  const columns = measuredColumns(request);
  const bytes = new FileBytes(request.path, request.maxBytes);
  const file = new CsvFile(
    bytes,
    columns.map(({ column }) => column),
  );
  return {
    add: (lines) => eachRecord(lines, (record) => file.add(columns.map((column) => measuredCell(column, record)))),
    finish: () => {
      bytes.finish();
      return written(bytes, columns);
    },
  };
}

/** Rows of a Parquet file are written in groups of so many bytes as JSON, or so many rows; this is how many are in memory. */
const groupBytes = 4 * 1024 * 1024;
const groupRows = 20_000;

/**
 * The type of a column has to be known before its first value is written. The first group tells the type of almost every column, so the
 * file is begun with it; the lines are kept, and the file is written again should a later value not fit.
 */
function parquetFile(request: FileRequest): RecordFile {
  const { path, maxBytes } = request;
  const columns = measuredColumns(request);
  const kept = `${path}.lines`;
  const lines = new FileBytes(kept, maxBytes);
  const typed = () => columns.map(({ column, range }) => ({ ...column, stored: range.columnType() }));
  const fits = (file: ParquetFile) => isDeepStrictEqual(file.columns, typed());
  let bytes = new FileBytes(path, maxBytes);
  let begun: ParquetFile | undefined;
  let isWanted = true;
  const groups = new RowGroups(
    columns.map((column) => (record) => measuredCell(column, record)),
    (group) => {
      begun ??= new ParquetFile(bytes, typed());
      isWanted &&= fits(begun);
      if (isWanted) begun.add(group);
    },
  );
  return {
    add: (added) => {
      lines.appendBytes(added);
      lines.flush();
      eachRecord(added, (record, length) => groups.add(record, length));
    },
    finish: () => {
      groups.end();
      lines.finish();
      begun ??= new ParquetFile(bytes, typed());
      if (!isWanted) {
        bytes.finish();
        rmSync(path);
        bytes = new FileBytes(path, maxBytes);
        const file = new ParquetFile(bytes, typed());
        const again = new RowGroups(
          columns.map(({ read }) => read),
          (group) => file.add(group),
        );
        eachRecordOfFile(kept, (record, length) => again.add(record, length));
        again.end();
        begun = file;
      }
      begun.finish();
      rmSync(kept);
      return written(bytes, columns);
    },
  };
}

/** Collects the cells of rows by column. */
class RowGroups {
  readonly #readers: readonly CellReader[];
  readonly #write: (group: readonly (readonly (Cell | null | undefined)[])[]) => void;
  #group: (Cell | null | undefined)[][];
  #rows = 0;
  #bytes = 0;

  constructor(
    readers: readonly CellReader[],
    write: (group: readonly (readonly (Cell | null | undefined)[])[]) => void,
  ) {
    this.#readers = readers;
    this.#write = write;
    this.#group = readers.map(() => []);
  }

  /** Adds a record, whose line has so many bytes. */
  add(record: LineRecord, bytes: number): void {
    for (const [index, read] of this.#readers.entries()) this.#group[index]?.push(read(record));
    this.#rows += 1;
    this.#bytes += bytes;
    if (this.#bytes >= groupBytes || this.#rows >= groupRows) this.end();
  }

  /** Writes what is left. */
  end(): void {
    if (this.#rows === 0) return;
    this.#write(this.#group);
    this.#group = this.#readers.map(() => []);
    this.#rows = 0;
    this.#bytes = 0;
  }
}

function measuredCell({ read, range }: MeasuredColumn, record: LineRecord): Cell | null | undefined {
  const cell = read(record);
  range.add(cell);
  return cell;
}

function written(bytes: FileBytes, columns: readonly MeasuredColumn[]): WrittenFile {
  return {
    bytes: bytes.length,
    hash: bytes.digest(),
    columns: columns.map(({ column: { name }, range }) => {
      return { name, type: range.columnType(), unreadable: range.unreadable };
    }),
  };
}
