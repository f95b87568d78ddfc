import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSqlTables, type SqlTables } from '../../test/sql-tables.ts';
import { SqlProcesses } from './sql-processes.ts';

let tables: SqlTables;
const processes = new SqlProcesses({ packageFolder: null });
const never = new AbortController().signal;

beforeAll(async () => {
  tables = await makeSqlTables();
});

afterAll(() => tables.remove());

async function run(sql: string, limit = 1_000, runner = processes, signal = never) {
  const { json, ...result } = await runner.run({
    workspaceId: 'w',
    sql,
    limit,
    open: async (names) => tables.open(names),
    signal,
  });
  return { ...result, text: json.toString(), data: JSON.parse(json.toString()) };
}

const problemOf = (sql: string): Promise<unknown> =>
  run(sql).then(
    ({ text }) => {
      throw new Error(`${sql} returned ${text}`);
    },
    (error) => error,
  );

describe('processes of SQL', () => {
  it('joins and aggregates two tables', async () => {
    const { data, columns, hasMore } = await run(
      'SELECT c.id, sum(p.amount) AS total, count(*) AS n FROM "crm-1".customers c JOIN pay.payments p ON p.customer = c.id GROUP BY ALL ORDER BY total DESC LIMIT 2',
    );
    expect(data).toEqual([
      { id: 'c9', total: '159.50', n: 5 },
      { id: 'c8', total: '154.00', n: 5 },
    ]);
    expect(columns).toEqual([
      { name: 'id', type: 'VARCHAR' },
      { name: 'total', type: 'DECIMAL(38,2)' },
      { name: 'n', type: 'BIGINT' },
    ]);
    expect(hasMore).toBe(false);
  });

  it('returns as many rows as the limit, and says that there are more', async () => {
    const { data, hasMore, rows } = await run('FROM range(100000)', 3);
    expect({ data, hasMore, rows }).toEqual({
      data: [{ range: 0 }, { range: 1 }, { range: 2 }],
      hasMore: true,
      rows: 3,
    });
    expect((await run('FROM range(5)', 5)).hasMore).toBe(false);
    expect((await run('SELECT 1 AS a WHERE false')).data).toEqual([]);
  });

  it('says how to install the engine if it is missing', async () => {
    const without = new SqlProcesses({ packageFolder: '/data/plugins', ownFolder: '/' });
    await expect(run('SELECT 1', 1, without)).rejects.toMatchObject({
      code: 'sql_not_installed',
      message: expect.stringContaining('npm install --prefix /data/plugins @duckdb/node-api'),
    });
  });

  it('says at which character a statement is wrong', async () => {
    expect(await problemOf("SELECT 'é', foo FROM pay.payments")).toMatchObject({
      code: 'invalid_query',
      message: expect.stringContaining('(at character 13)'),
    });
  });

  it('stops a statement at its time limit', async () => {
    const hurried = new SqlProcesses({ packageFolder: null, limits: { milliseconds: 1_500 } });
    const slow = 'SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b';
    await expect(run(slow, 1, hurried)).rejects.toMatchObject({ code: 'search_timeout' });
  });

  it('stops a statement that needs too much memory', async () => {
    const poor = new SqlProcesses({ packageFolder: null, limits: { memoryMegabytes: 100, residentMegabytes: 400 } });
    for (const sql of [
      'SELECT max(len(a)) FROM (SELECT list(a) AS a FROM range(100000000) t(a))',
      "SELECT max(length(repeat('abc' || a, 100000000))) FROM range(100) t(a)",
    ]) {
      await expect(run(sql, 1, poor)).rejects.toMatchObject({ message: expect.stringContaining('more memory') });
    }
  });

  it('survives a statement that is nested too deep', async () => {
    const deep = `SELECT ${'('.repeat(50_000)}1${')'.repeat(50_000)}`;
    expect(await problemOf(deep)).toMatchObject({ code: 'invalid_query' });
  });

  it('ends the process when the caller has gone', async () => {
    const caller = new AbortController();
    const running = run(
      'SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b',
      1,
      processes,
      caller.signal,
    );
    caller.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect(processes.load.running).toBe(0);
  });
});
