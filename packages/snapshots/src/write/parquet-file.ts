import { timeForm } from '@connectory/context-store';
import { type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { ColumnType, DeclaredColumn } from '../columns.ts';
import { type Cell, decimalParts, timeText } from './cells.ts';
import type { FileBytes } from './file-bytes.ts';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const maxLongDigits = 18;

/** A column whose type is known. */
export interface TypedColumn extends DeclaredColumn {
  readonly stored: ColumnType;
}

/** Writes cells to a Parquet file, one group of rows after another. */
export class ParquetFile {
  readonly columns: readonly TypedColumn[];
  readonly #writer: ParquetWriter;
  readonly #schema: readonly SchemaElement[];

  constructor(bytes: FileBytes, columns: readonly TypedColumn[]) {
    this.columns = columns;
    this.#schema = columns.map(schemaElement);
    const schema = [{ name: 'root', num_children: columns.length }, ...this.#schema];
    this.#writer = new ParquetWriter({ writer: bytes, schema, createdBy: 'connectory' });
  }

  /** Adds rows: the cells of each column. */
  add(group: readonly (readonly (Cell | null | undefined)[])[]): void {
    const columnData = this.columns.map((column, index): ColumnSource => {
      const store = storedValue(column);
      const data = (group[index] ?? []).map((cell) => (cell === null || cell === undefined ? null : store(cell)));
      return { name: column.name, data, statistics: column.stored.kind !== 'json' };
    });
    this.#writer.write({ columnData, rowGroupSize: Math.max(1, group[0]?.length ?? 0) });
  }

  /** Writes the end of the file. */
  finish(): void {
    // The writer encodes JSON from values, and these are text already.
    for (const element of this.#schema) if (element.logical_type?.type === 'JSON') element.converted_type = 'JSON';
    this.#writer.finish();
  }
}

function schemaElement({ name, stored }: TypedColumn): SchemaElement {
  const repetition = { name, repetition_type: 'OPTIONAL' } as const;
  switch (stored.kind) {
    case 'text':
      return { ...repetition, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
    case 'json':
      return { ...repetition, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'JSON' } };
    case 'boolean':
      return { ...repetition, type: 'BOOLEAN' };
    case 'double':
      return { ...repetition, type: 'DOUBLE' };
    case 'integer':
      return { ...repetition, type: 'INT64' };
    case 'date':
      return { ...repetition, type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } };
    case 'decimal': {
      const { precision, scale } = stored;
      const decimal = {
        converted_type: 'DECIMAL',
        precision,
        scale,
        logical_type: { type: 'DECIMAL', precision, scale },
      } as const;
      return precision <= maxLongDigits
        ? { ...repetition, type: 'INT64', ...decimal }
        : { ...repetition, type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, ...decimal };
    }
    case 'timestamp': {
      const unit = stored.unit === 'nanos' ? 'NANOS' : 'MICROS';
      const logical = { logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit } } as const;
      // Nanoseconds have no converted type.
      return unit === 'NANOS'
        ? { ...repetition, type: 'INT64', ...logical }
        : { ...repetition, type: 'INT64', converted_type: 'TIMESTAMP_MICROS', ...logical };
    }
  }
}

function storedValue({ type, stored }: TypedColumn): (cell: Cell) => unknown {
  switch (stored.kind) {
    case 'json':
    case 'boolean':
      return (cell) => cell;
    case 'text':
      return timeForm(type) === null ? String : (cell) => timeText(type, String(cell));
    case 'double':
      return Number;
    case 'integer':
      return BigInt;
    case 'decimal':
      return (cell) => unscaled(String(cell), stored.scale);
    case 'date':
      return (cell) => Date.parse(String(cell).slice(0, 10)) / 86_400_000;
    case 'timestamp':
      return (cell) => instant(String(cell), stored.unit);
  }
}

function unscaled(text: string, to: number): bigint {
  const { digits, scale } = decimalParts(text);
  return digits * 10n ** BigInt(to - scale);
}

function instant(key: string, unit: 'micros' | 'nanos'): bigint {
  const seconds = BigInt(Date.parse(`${key.slice(0, 19)}Z`) / 1000);
  const fraction = key.slice(20, -1);
  return unit === 'nanos'
    ? seconds * 1_000_000_000n + BigInt(fraction)
    : seconds * 1_000_000n + BigInt(fraction.slice(0, 6));
}
