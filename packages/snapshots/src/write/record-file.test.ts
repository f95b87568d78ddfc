import { writeExactly } from '@connectory/exact-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integerOfBytes } from '../../test/read-parquet.ts';
import { field, layoutOf, parquetOf, textOf } from '../../test/written-file.ts';

const typesOf = ({ columns }: { readonly columns: readonly { readonly name: string; readonly type: object }[] }) =>
  Object.fromEntries(columns.map(({ name, type }) => [name, type]));

const one = (type: Parameters<typeof field>[1], values: readonly unknown[]) =>
  parquetOf(layoutOf(field('value', type)), [values.map((value) => ({ value }))]);

const wholeDecimal = { kind: 'decimal', precision: 38, scale: 0 } as const;
const longDecimal = { kind: 'decimal', precision: 38, scale: 8 } as const;
const nanos = { kind: 'timestamp', unit: 'nanos' } as const;

describe('the columns of a file', () => {
  it('are the fields, each object followed by its scalar members', async () => {
    const layout = layoutOf(
      field('id', 'integer'),
      field('owner.name', 'string'),
      field('owner', 'object', {
        name: 'integer',
        age: 'integer',
        'home.city': 'string',
        tags: 'array',
        home: 'object',
      }),
      field('tags', 'array'),
    );
    const owner = { name: 7, age: 41, home: { city: 'Köln' }, tags: ['a'] };
    const file = await parquetOf(layout, [
      [
        { id: 1, 'owner.name': 'Ada', owner, tags: [1] },
        { id: 2, owner: null },
      ],
    ]);
    expect(typesOf(file)).toEqual({
      id: { kind: 'integer' },
      'owner.name': { kind: 'text' },
      owner: { kind: 'json' },
      'owner.age': { kind: 'integer' },
      'owner.home.city': { kind: 'text' },
      tags: { kind: 'json' },
    });
    expect(file.rows).toEqual(
      [
        {
          id: 1n,
          'owner.name': Buffer.from('Ada'),
          owner: Buffer.from(JSON.stringify(owner)),
          'owner.age': 41n,
          'owner.home.city': Buffer.from('Köln'),
          tags: Buffer.from('[1]'),
        },
        { id: 2n, 'owner.name': null, owner: null, 'owner.age': null, 'owner.home.city': null, tags: null },
      ].map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, value instanceof Buffer ? new Uint8Array(value) : value]),
        ),
      ),
    );
  });

  it.each([
    ['integers of 64 bits', 'integer', [1, 2n ** 63n - 1n, -(2n ** 63n)], { kind: 'integer' }, 'INT64'],
    ['integers of 65 bits', 'integer', [1, 2n ** 63n], wholeDecimal, 'FIXED_LEN_BYTE_ARRAY'],
    ['integers of 38 digits', 'integer', [10n ** 38n - 1n], wholeDecimal, 'FIXED_LEN_BYTE_ARRAY'],
    ['integers of 39 digits', 'integer', [10n ** 38n], { kind: 'text' }, 'BYTE_ARRAY'],
    ['numbers', 'number', [1, 0.1, 2n ** 60n], { kind: 'double' }, 'DOUBLE'],
    ['numbers that no double is equal to', 'number', [1, 2n ** 53n + 1n], { kind: 'text' }, 'BYTE_ARRAY'],
    ['decimals', 'decimal', ['1.10', '-0.5'], { kind: 'decimal', precision: 18, scale: 2 }, 'INT64'],
    ['long decimals', 'decimal', ['1e2', `${'1'.repeat(30)}.12345678`], longDecimal, 'FIXED_LEN_BYTE_ARRAY'],
    ['decimals of more than 38 digits', 'decimal', ['0.1', '1'.repeat(38)], { kind: 'text' }, 'BYTE_ARRAY'],
    ['booleans', 'boolean', [true, false], { kind: 'boolean' }, 'BOOLEAN'],
    ['dates', 'string:date', ['2026-01-31'], { kind: 'date' }, 'INT32'],
    ['dates with an hour', 'string:date', ['2026-01-31T01:00:00Z'], { kind: 'timestamp', unit: 'micros' }, 'INT64'],
    ['Unix seconds', 'integer:unix-seconds', [1_700_000_000], { kind: 'timestamp', unit: 'micros' }, 'INT64'],
    ['nanoseconds', 'string:iso-8601', ['2026-01-31T01:00:00.123456789+01:00'], nanos, 'INT64'],
    ['nanoseconds of antiquity', 'string:iso-8601', ['0001-01-01T00:00:00.000000001Z'], { kind: 'text' }, 'BYTE_ARRAY'],
    ['values of any type', 'any', [{ a: 1 }, 'text'], { kind: 'json' }, 'BYTE_ARRAY'],
    ['nothing', 'string', [], { kind: 'text' }, 'BYTE_ARRAY'],
  ] as const)('of %s have a type that holds each exactly', async (_, type, values, stored, physical) => {
    const file = await one(type, values);
    expect(typesOf(file)).toEqual({ value: stored });
    expect(file.elements[0]).toMatchObject({ type: physical, repetition_type: 'OPTIONAL' });
  });

  it.each([
    ['text', 'string', { converted_type: 'UTF8' }],
    ['JSON', 'array', { converted_type: 'JSON', logical_type: { type: 'JSON' } }],
    ['dates', 'string:date', { converted_type: 'DATE' }],
    ['times', 'string:iso-8601', { logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' } }],
    ['decimals', 'decimal', { converted_type: 'DECIMAL', precision: 18, scale: 0 }],
  ] as const)('say that they are %s', async (_, type, element) => {
    expect((await one(type, [])).elements[0]).toMatchObject(element);
  });

  it('are null where a value is not of the type, and say how many are', async () => {
    const layout = layoutOf(
      field('amount', 'decimal'),
      field('at', 'string:iso-8601'),
      field('o', 'object', { n: 'integer' }),
    );
    const records = [
      { amount: 'about 5', at: 'soon', o: { n: 'seven' } },
      { amount: '5', at: null, o: {} },
    ];
    const file = await parquetOf(layout, [records]);
    expect(file.columns.map(({ unreadable }) => unreadable)).toEqual([1, 1, 0, 1]);
    expect(file.rows.map((row) => [row.amount, row.at, row['o.n']])).toEqual([
      [null, null, null],
      [5n, null, null],
    ]);
    const { columns, text } = textOf('csv', layout, [records]);
    expect(columns.map(({ unreadable }) => unreadable)).toEqual([1, 1, 0, 1]);
    expect(text.split('\r\n')[1]).toBe(',,"{""n"":""seven""}",');
  });

  it('have the type that the last value needs, however many came before', async () => {
    const layout = layoutOf(field('id', 'integer'), field('amount', 'decimal'), field('at', 'string:date'));
    const pages = Array.from({ length: 5 }, (_, page) =>
      Array.from({ length: 10_000 }, (_, index) => ({ id: page * 10_000 + index, amount: '1.5', at: '2026-01-01' })),
    );
    const last = { id: 2n ** 70n, amount: '1.23456789', at: '2026-01-01T00:00:00.000000001Z' };
    const early = await parquetOf(layout, pages);
    expect(early.groups.length).toBeGreaterThan(1);
    expect(early.groups.reduce((sum, count) => sum + count, 0)).toBe(50_000);
    expect(typesOf(early)).toMatchObject({ id: { kind: 'integer' }, amount: { scale: 1 }, at: { kind: 'date' } });
    const file = await parquetOf(layout, [...pages, [last]]);
    expect(typesOf(file)).toEqual({
      id: { kind: 'decimal', precision: 38, scale: 0 },
      amount: { kind: 'decimal', precision: 18, scale: 8 },
      at: { kind: 'timestamp', unit: 'nanos' },
    });
    expect(file.rows).toHaveLength(50_001);
    expect(integerOfBytes(file.rows[50_000]?.id as Uint8Array)).toBe(2n ** 70n);
    expect(file.rows[49_999]).toMatchObject({ amount: 150_000_000n, at: 1_767_225_600_000_000_000n });
    expect(integerOfBytes(file.rows[49_999]?.id as Uint8Array)).toBe(49_999n);
  });
});

const decimal = fc
  .tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.nat(9))
  .map(([sign, digits, scale]) => {
    const text = String(digits).padStart(scale + 1, '0');
    return `${sign}${text.slice(0, text.length - scale)}${scale === 0 ? '' : `.${text.slice(-scale)}`}`;
  });
/** A number as the stores have it: integers beyond 2^53 are a `bigint`. */
const storedNumber = (value: number) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
const milliseconds = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 4 });
const texts = fc.string({ unit: fc.constantFrom('a', 'ä', '😀', '"', ',', '\n', '\r', '=', ' ', '\\') });

const records = fc.array(
  fc.record({
    text: nullable(texts),
    flag: nullable(fc.boolean()),
    whole: nullable(fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }))),
    number: nullable(fc.double({ noNaN: true, noDefaultInfinity: true }).map(storedNumber)),
    amount: nullable(decimal),
    at: nullable(milliseconds.map((time) => new Date(time).toISOString())),
    day: nullable(milliseconds.map((time) => new Date(time).toISOString().slice(0, 10))),
    data: nullable(fc.dictionary(fc.string(), fc.jsonValue())),
  }),
  { maxLength: 30 },
);

const everyType = layoutOf(
  field('text', 'string'),
  field('flag', 'boolean'),
  field('whole', 'integer'),
  field('number', 'number'),
  field('amount', 'decimal'),
  field('at', 'string:iso-8601'),
  field('day', 'string:date'),
  field('data', 'object'),
);

const textIn = (value: unknown) => (value === null ? null : Buffer.from(value as Uint8Array).toString());
const integerIn = (value: unknown) =>
  value === null ? null : value instanceof Uint8Array ? integerOfBytes(value) : BigInt(value as bigint);

/** A decimal in units of its last digit. */
function scaled(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
}

describe('the values of a file', () => {
  it('are those of the records, for every type', async () => {
    const property = fc.asyncProperty(records, async (all) => {
      const file = await parquetOf(everyType, [all.slice(0, 10), all.slice(10)]);
      const scale = Number((typesOf(file).amount as { scale?: number }).scale);
      expect(file.rows.length).toBe(all.length);
      for (const [index, row] of file.rows.entries()) {
        const record = all[index] as (typeof all)[number];
        const expected = {
          text: record.text,
          flag: record.flag,
          whole: record.whole === null ? null : BigInt(record.whole),
          // JSON knows no negative zero.
          number: record.number === null ? null : Number(record.number) + 0,
          amount: record.amount === null ? null : scaled(record.amount, scale),
          at: record.at === null ? null : BigInt(Date.parse(record.at)) * 1000n,
          day: record.day === null ? null : BigInt(Date.parse(record.day) / 86_400_000),
          data: record.data === null ? null : JSON.stringify(record.data),
        };
        expect({
          text: textIn(row.text),
          flag: row.flag,
          whole: integerIn(row.whole),
          number: row.number,
          amount: integerIn(row.amount),
          at: integerIn(row.at),
          day: integerIn(row.day),
          data: textIn(row.data),
        }).toEqual(expected);
      }
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it('come back from the fields of a CSV file', () => {
    const property = fc.property(records, (all) => {
      const [header, ...rows] = csvRows(textOf('csv', everyType, [all]).text);
      expect(header).toEqual(everyType.fields.map(({ name }) => name));
      expect(rows).toEqual(
        all.map(({ text, flag, whole, number, amount, at, day, data }) => [
          text,
          flag === null ? null : String(flag),
          whole === null ? null : String(whole),
          number === null ? null : writeExactly(number),
          amount,
          at === null ? null : at.replace(/\.?0*Z$/, 'Z'),
          day,
          data === null ? null : JSON.stringify(data),
        ]),
      );
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('are not altered in CSV, not even those that a spreadsheet takes for a formula', () => {
    const { text } = textOf('csv', layoutOf(field('value', 'string')), [[{ value: '=1+1' }, { value: '' }, {}]]);
    expect(text).toBe('value\r\n=1+1\r\n""\r\n\r\n');
  });

  it('of lines are the lines of the store', () => {
    const { text, bytes } = textOf('ndjson', everyType, [[{ whole: 2n ** 70n }]]);
    expect(text).toBe(
      '{"text":null,"flag":null,"whole":1180591620717411303424,"number":null,"amount":null,"at":null,"day":null,"data":null}\n',
    );
    expect(bytes).toBe(text.length);
  });
});

/** Reads RFC 4180; null for a field that is nothing, not even quotes. */
function csvRows(text: string): readonly (readonly (string | null)[])[] {
  const rows: (string | null)[][] = [];
  const fieldPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let row: (string | null)[] = [];
  for (let match = fieldPattern.exec(text); match !== null; match = fieldPattern.exec(text)) {
    const [, inQuotes, plain = '', end] = match;
    row.push(inQuotes === undefined ? (plain === '' ? null : plain) : inQuotes.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  expect(row).toEqual([]);
  return rows;
}
