import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { TableName } from '../src/sql/check-statement.ts';
import { RefusedStatement } from '../src/sql/check-statement.ts';
import type { SqlView } from '../src/sql/messages.ts';

/** Parquet files for tests of SQL. `"crm-1".customers` has a column `hidden` in its file, but not as a table. */
export interface SqlTables {
  readonly views: readonly SqlView[];
  /** The views of these tables. Throws `RefusedStatement` for another table. */
  open(tables: readonly TableName[]): readonly SqlView[];
  remove(): Promise<void>;
}

/** Makes the files in a new folder. */
export async function makeSqlTables(): Promise<SqlTables> {
  const folder = await mkdtemp(join(tmpdir(), 'sql-'));
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const file = async (name: string, query: string) => {
    const path = join(folder, `${name}.parquet`);
    await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`);
    return path;
  };
  const views: readonly SqlView[] = [
    {
      schema: 'crm-1',
      name: 'customers',
      path: await file('customers', "SELECT 'c' || i AS id, 'secret ' || i AS hidden, i AS age FROM range(100) t(i)"),
      columns: [
        { name: 'id', index: 0 },
        { name: 'age', index: 2 },
      ],
    },
    {
      schema: 'pay',
      name: 'payments',
      path: await file(
        'payments',
        "SELECT i AS id, 'c' || i % 10 AS customer, (i * 1.10)::DECIMAL(18, 2) AS amount FROM range(50) t(i)",
      ),
      columns: ['id', 'customer', 'amount'].map((name, index) => ({ name, index })),
    },
  ];
  connection.closeSync();
  return {
    views,
    open: (tables) =>
      tables.map(({ schema, name, position }) => {
        const found = views.find((view) => view.schema === schema && view.name === name);
        if (found === undefined) throw new RefusedStatement(`There is no table ${schema}.${name}.`, position);
        return found;
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
