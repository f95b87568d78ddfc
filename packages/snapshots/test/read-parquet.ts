import { readFileSync } from 'node:fs';
import { parquetMetadata, parquetReadObjects, type SchemaElement } from 'hyparquet';

/** A Parquet file as another library reads it. */
export interface ReadParquet {
  readonly elements: readonly SchemaElement[];
  /** The values as they are stored: integers as bigint, texts and JSON as bytes. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows of each group. */
  readonly groups: readonly number[];
}

/** Reads a Parquet file without converting values, because conversion would round decimals and times. */
export async function readParquet(path: string): Promise<ReadParquet> {
  const bytes = readFileSync(path);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const metadata = parquetMetadata(file);
  const elements = metadata.schema.slice(1);
  const plain = metadata.schema.map(({ converted_type: _converted, logical_type: _logical, ...element }) => element);
  const rows = await parquetReadObjects({ file, metadata: { ...metadata, schema: plain }, utf8: false });
  return { elements, rows, groups: metadata.row_groups.map(({ num_rows: count }) => Number(count)) };
}

/** The integer in big-endian bytes in two's complement. */
export function integerOfBytes(bytes: Uint8Array): bigint {
  const value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return BigInt.asIntN(8 * bytes.length, value);
}
