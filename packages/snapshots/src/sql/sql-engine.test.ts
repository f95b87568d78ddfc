import * as duckDb from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSqlTables, type SqlTables } from '../../test/sql-tables.ts';
import type { StatementFailure } from './sql-engine.ts';
import { SqlEngine, statementFailure } from './sql-engine.ts';

let tables: SqlTables;
let engine: SqlEngine;

beforeAll(async () => {
  tables = await makeSqlTables();
  engine = await SqlEngine.start(duckDb, { memoryMegabytes: 200, threads: 1 });
  await engine.open(tables.views);
});

afterAll(() => tables.remove());

async function run(sql: string) {
  tables.open(await engine.read(sql));
  let text = '';
  const result = await engine.run(sql, { maxRows: 1_000, maxBytes: 1024 * 1024 }, async (part) => {
    text += part;
  });
  return { ...result, text, data: JSON.parse(text) };
}

const failureOf = (sql: string): Promise<StatementFailure> =>
  run(sql).then(
    ({ text }) => {
      throw new Error(`${sql} returned ${text}`);
    },
    (error) => statementFailure(error, tables.views),
  );

describe('the engine of SQL', () => {
  it('writes each type as the specification says', async () => {
    const { text } = await run(
      `SELECT 9007199254740993 AS a, 170141183460469231731687303715884105727 AS b, 1.50::DECIMAL(9, 2) AS c, 'NaN'::DOUBLE AS d,
         0.1::DOUBLE AS e, TIMESTAMP '2026-01-02 03:04:05.123456' AS f, TIMESTAMPTZ '2026-01-02 03:04:05+02' AS g, DATE '2026-01-02' AS h,
         [1, NULL] AS i, {'x': 1, 'y': ['z']} AS j, MAP {'k': 1} AS k, '{"big": 12345678901234567890}'::JSON AS l, 'ab'::BLOB AS m,
         INTERVAL 1 DAY AS n, true AS o, TIME '01:02:03' AS p, TIMESTAMP '1969-12-31 23:59:59.5' AS q, MAP {1: 2} AS r, NULL AS s`,
    );
    expect(text).toBe(
      '[{"a":9007199254740993,"b":170141183460469231731687303715884105727,"c":"1.50","d":null,"e":0.1,"f":"2026-01-02T03:04:05.123456Z","g":"2026-01-02T01:04:05.000Z","h":"2026-01-02","i":[1,null],"j":{"x":1,"y":["z"]},"k":{"k":1},"l":{"big": 12345678901234567890},"m":"YWI=","n":"1 day","o":true,"p":"01:02:03","q":"1969-12-31T23:59:59.500Z","r":{"1":2},"s":null}]',
    );
  });

  it('numbers columns with the same name', async () => {
    const { columns, data } = await run('SELECT 1 AS id, 2 AS id, 3 AS id_2, 4 AS id');
    expect(columns.map(({ name }) => name)).toEqual(['id', 'id_3', 'id_2', 'id_4']);
    expect(data).toEqual([{ id: 1, id_3: 2, id_2: 3, id_4: 4 }]);
  });

  it('has no column that the view leaves out', async () => {
    expect((await run('FROM "crm-1".customers LIMIT 1')).data).toEqual([{ id: 'c0', age: 0 }]);
    expect(await failureOf('SELECT hidden FROM "crm-1".customers')).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('"hidden" not found'),
      position: 7,
    });
    expect(
      (await run('DESCRIBE "crm-1".customers')).data.map((row: { column_name: string }) => row.column_name),
    ).toEqual(['id', 'age']);
  });

  it.each([
    ['SELECT 1; SELECT 2', 'exactly one'],
    ['', 'exactly one'],
    ["COPY (SELECT 1) TO '/tmp/x'", 'must be a SELECT'],
    ['SELECT * FROM pragma_version()', '"pragma_version" is not allowed'],
    ["SELECT * FROM read_parquet('x')", '"read_parquet" is not allowed'],
    ["SELECT getenv('HOME')", '"getenv" does not exist or is not allowed'],
    ['SELECT $1', 'Parameters are not allowed'],
    ['SHOW TABLES', 'SHOW is not allowed'],
    ['SELECT FROM', 'Syntax error at end of input'],
    ["SELECT repeat('a', 100000) FROM range(100)", 'more than 1 MiB'],
    ["SELECT 'x'::INTEGER", "Could not convert string 'x'"],
    ['FROM memory.main.x', 'connection.entity'],
    [
      'WITH RECURSIVE sqlite_master AS (FROM sqlite_master UNION ALL FROM sqlite_master) FROM sqlite_master',
      'no table null.',
    ],
    ['FROM (WITH duckdb_views AS (SELECT 1) FROM duckdb_views), duckdb_views', 'no table null.'],
    ['WITH duc\u212Adb_views AS (SELECT 1) FROM duckdb_views', 'no table null.'],
  ])('refuses %s', async (sql, message) => {
    expect(await failureOf(sql)).toMatchObject({ kind: 'refused', message: expect.stringContaining(message) });
  });
});
