import { field, layoutOf, writeRecords } from '../../../../packages/snapshots/test/written-file.ts';

/** The programs that open exports. */
export type Program = 'DuckDB' | 'pandas' | 'Polars';

/** A value as it is compared: integers, decimals, times and JSON as text, so that nothing is rounded. */
type Value = string | number | boolean | null;

/** What a program must read of a column: its own name of the type, and the values. */
export interface ExpectedColumn {
  readonly name: string;
  readonly types: Readonly<Record<Program, string>>;
  readonly values: readonly Value[];
  /** The values for DuckDB, where its type has fewer digits. */
  readonly valuesOfDuckDb?: readonly Value[];
}

const types = (duckDb: string, pandas: string, polars: string) => ({ DuckDB: duckDb, pandas, Polars: polars });
const text = types('VARCHAR', 'string[pyarrow]', 'String');
const integer = types('BIGINT', 'int64[pyarrow]', 'Int64');
const json = types('JSON', 'extension<arrow.json>[pyarrow]', 'Binary');
const decimal = (digits: number, scale: number) =>
  types(
    `DECIMAL(${digits},${scale})`,
    `decimal128(${digits}, ${scale})[pyarrow]`,
    `Decimal(precision=${digits}, scale=${scale})`,
  );
const time = (unit: 'us' | 'ns') =>
  types(
    'TIMESTAMP WITH TIME ZONE',
    `timestamp[${unit}, tz=UTC][pyarrow]`,
    `Datetime(time_unit='${unit}', time_zone='UTC')`,
  );

const layout = layoutOf(
  field('id', 'integer'),
  field('huge', 'integer'),
  field('amount', 'decimal'),
  field('rate', 'decimal'),
  field('share', 'number'),
  field('active', 'boolean'),
  field('name', 'string'),
  field('at', 'string:iso-8601'),
  field('measured', 'string:iso-8601'),
  field('seen', 'integer:unix-seconds'),
  field('day', 'string:date'),
  field('address', 'object', { city: 'string', floor: 'integer' }),
  field('tags', 'array'),
  field('other', 'any'),
  field('unused', 'string'),
);

/** Records with values that are easily rounded, shifted or garbled. The third has none. */
const records: readonly Readonly<Record<string, unknown>>[] = [
  {
    id: 1,
    huge: 2n ** 64n,
    amount: '1.10',
    rate: '12345678901234567890.123456789',
    share: 0.1,
    active: true,
    name: 'Köln 😀',
    at: '2026-01-31T01:00:00.123456+01:00',
    measured: '2026-01-31T01:00:00.123456789Z',
    seen: 1_700_000_000,
    day: '2026-01-31',
    address: { city: 'Zürich', floor: 2n ** 60n + 1n },
    tags: ['ä', 1],
    other: 'text',
  },
  {
    id: 2n ** 53n + 1n,
    huge: 0,
    amount: '-0.05',
    rate: '1e2',
    share: -1.5e300,
    active: false,
    name: '',
    at: '0001-01-01T00:00:00Z',
    measured: '1700-01-01T00:00:00Z',
    seen: 0,
    day: '0001-01-01',
    address: {},
    tags: [],
    other: 2n ** 64n,
  },
  {},
  {
    id: -(2n ** 63n),
    huge: -(10n ** 38n - 1n),
    amount: '9999999999999999.99',
    rate: '-0.000000001',
    share: 5e-324,
    active: true,
    name: 'e\u0301\u0000 "日本", é\r\n=1',
    at: '9999-12-31T23:59:59.999999Z',
    measured: '1969-12-31T23:59:59.999999999Z',
    seen: -1,
    day: '9999-12-31',
    address: { city: null, more: [1.5] },
    tags: [{ a: null }],
    other: [true],
  },
];

/** What must be read of the records, in the order of the columns. */
export const expectedColumns: readonly ExpectedColumn[] = [
  { name: 'id', types: integer, values: ['1', '9007199254740993', null, '-9223372036854775808'] },
  {
    name: 'huge',
    types: decimal(38, 0),
    values: ['18446744073709551616', '0', null, '-99999999999999999999999999999999999999'],
  },
  { name: 'amount', types: decimal(18, 2), values: ['1.10', '-0.05', null, '9999999999999999.99'] },
  {
    name: 'rate',
    types: decimal(38, 9),
    values: ['12345678901234567890.123456789', '100.000000000', null, '-0.000000001'],
  },
  { name: 'share', types: types('DOUBLE', 'double[pyarrow]', 'Float64'), values: [0.1, -1.5e300, null, 5e-324] },
  { name: 'active', types: types('BOOLEAN', 'bool[pyarrow]', 'Boolean'), values: [true, false, null, true] },
  { name: 'name', types: text, values: ['Köln 😀', '', null, 'e\u0301\u0000 "日本", é\r\n=1'] },
  {
    name: 'at',
    types: time('us'),
    values: [
      '2026-01-31T00:00:00.123456000Z',
      '0001-01-01T00:00:00.000000000Z',
      null,
      '9999-12-31T23:59:59.999999000Z',
    ],
  },
  {
    name: 'measured',
    types: time('ns'),
    values: [
      '2026-01-31T01:00:00.123456789Z',
      '1700-01-01T00:00:00.000000000Z',
      null,
      '1969-12-31T23:59:59.999999999Z',
    ],
    // Its times with a zone have microseconds.
    valuesOfDuckDb: [
      '2026-01-31T01:00:00.123456000Z',
      '1700-01-01T00:00:00.000000000Z',
      null,
      '1970-01-01T00:00:00.000000000Z',
    ],
  },
  {
    name: 'seen',
    types: time('us'),
    values: [
      '2023-11-14T22:13:20.000000000Z',
      '1970-01-01T00:00:00.000000000Z',
      null,
      '1969-12-31T23:59:59.000000000Z',
    ],
  },
  {
    name: 'day',
    types: types('DATE', 'date32[day][pyarrow]', 'Date'),
    values: ['2026-01-31', '0001-01-01', null, '9999-12-31'],
  },
  {
    name: 'address',
    types: json,
    values: ['{"city":"Zürich","floor":1152921504606846977}', '{}', null, '{"city":null,"more":[1.5]}'],
  },
  { name: 'address.city', types: text, values: ['Zürich', null, null, null] },
  { name: 'address.floor', types: integer, values: ['1152921504606846977', null, null, null] },
  { name: 'tags', types: json, values: ['["ä",1]', '[]', null, '[{"a":null}]'] },
  { name: 'other', types: json, values: ['"text"', '18446744073709551616', null, '[true]'] },
  { name: 'unused', types: text, values: [null, null, null, null] },
];

/** Writes the records so many times to a Parquet file. Returns the number of rows. */
export function writeSample(path: string, times: number): number {
  writeRecords(
    path,
    'parquet',
    layout,
    Array.from({ length: times }, () => records),
  );
  return times * records.length;
}
