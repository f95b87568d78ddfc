import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampTZValue,
  type DuckDBValue,
  version,
} from '@duckdb/node-api';

/** A Parquet file as a program reads it: decimals, integers, times and JSON as text, so that nothing is rounded. */
export interface ReadTable {
  /** The version of the program. */
  readonly version: string;
  readonly columns: readonly {
    readonly name: string;
    /** The type by the name that the program has for it. */
    readonly type: string;
    readonly values: readonly (string | number | boolean | null)[];
  }[];
}

/** Reads a Parquet file with DuckDB. */
export async function readWithDuckDb(path: string): Promise<ReadTable> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    const file = `'${path.replaceAll("'", "''")}'`;
    const described = await connection.runAndReadAll(`DESCRIBE FROM ${file}`);
    const types = described
      .getRowObjects()
      .map(({ column_name: name, column_type: type }) => ({ name: String(name), type: String(type) }));
    const read = await connection.runAndReadAll(`FROM ${file}`);
    const values = read.getColumns();
    return {
      version: version(),
      columns: types.map((column, index) => ({ ...column, values: (values[index] ?? []).map(plain) })),
    };
  } finally {
    connection.closeSync();
  }
}

function plain(value: DuckDBValue): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (value instanceof DuckDBTimestampTZValue) return timeOf(value.micros * 1_000n);
  if (value instanceof DuckDBTimestampNanosecondsValue) return timeOf(value.nanos);
  if (typeof value === 'bigint' || value instanceof DuckDBDecimalValue || value instanceof DuckDBDateValue)
    return value.toString();
  throw new Error(`A column has values of a type that no export has: ${value}`);
}

/** ISO 8601 in UTC with nanoseconds. */
function timeOf(nanos: bigint): string {
  const fraction = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const seconds = new Date(Number((nanos - fraction) / 1_000_000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(fraction).padStart(9, '0')}Z`;
}
