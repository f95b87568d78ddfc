import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import fc from 'fast-check';
import { RefusedStatement } from '../src/sql/check-statement.ts';
import type { SqlView } from '../src/sql/messages.ts';
import { SqlEngine, statementFailure } from '../src/sql/sql-engine.ts';
import { hostileStatements } from './hostile-statements.ts';

/** What happened to hostile statements. */
export interface HostileOutcome {
  /** Statements that returned rows, and those that were refused or failed. */
  readonly returned: number;
  readonly refused: number;
  /** What no statement may do, as sentences; empty if none did. */
  readonly harm: readonly string[];
}

const secret = 'SECRET-5d0c2b';
const variable = 'CONNECTORY_HOSTILE_TEST';
const renewedAfter = 5_000;

/** Runs hostile statements in this process, in an engine that is locked as that of a gateway is. */
export async function runHostileStatements(
  times: number,
  seed: number,
  progress: (done: number) => void = () => {},
): Promise<HostileOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end(secret);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env[variable] = secret;
  try {
    const views = await makeFiles(folder);
    const files = [join(folder, 'other.parquet'), join(folder, 'customers.parquet'), join(folder, 'secret.txt')];
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const before = await digestOf(folder);
    const harm = new Set<string>();
    const counts = { returned: 0, refused: 0 };
    const statements = hostileStatements({ files, folder, url, variable });
    let engine = await lockedEngine(views);
    for (let done = 0; done < times; ) {
      // A sample is made at once, and keeps its statements.
      const sample = fc.sample(statements, { numRuns: Math.min(1_000, times - done), seed: seed + done });
      for (const sql of sample) {
        if (done > 0 && done % renewedAfter === 0) engine = await lockedEngine(views);
        done++;
        const outcome = await runOne(engine, views, sql);
        counts[outcome.kind]++;
        if (outcome.text.includes(secret)) harm.add(`returned a secret: ${sql}`);
        const shownPath = views.some(({ path }) => outcome.text.includes(path) && !sql.includes(path));
        if (shownPath) harm.add(`returned the path of a table: ${sql}`);
      }
      progress(done);
      if ((await digestOf(folder)) !== before) harm.add(`changed the files, among the ${done} first with seed ${seed}`);
      if (requests > 0) harm.add(`called a server, among the ${done} first with seed ${seed}`);
    }
    return { ...counts, harm: [...harm] };
  } finally {
    delete process.env[variable];
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function lockedEngine(views: readonly SqlView[]): Promise<SqlEngine> {
  const engine = await SqlEngine.start(duckDb, { memoryMegabytes: 256, threads: 1 });
  await engine.open(views);
  return engine;
}

async function runOne(engine: SqlEngine, views: readonly SqlView[], sql: string) {
  let text = '';
  try {
    for (const { schema, name } of await engine.read(sql)) {
      const isKnown = views.some((view) => view.schema === schema && view.name === name);
      if (!isKnown) throw new RefusedStatement(`There is no table ${schema}.${name}.`);
    }
    await engine.run(sql, { maxRows: 100, maxBytes: 1024 * 1024 }, async (part) => {
      text += part;
    });
    return { kind: 'returned', text } as const;
  } catch (error) {
    return { kind: 'refused', text: `${text}${JSON.stringify(statementFailure(error, views))}` } as const;
  }
}

/** The tables that a statement may read, with a secret in a column that is no part of them, and files with a secret. */
async function makeFiles(folder: string): Promise<readonly SqlView[]> {
  const connection = await (await duckDb.DuckDBInstance.create(':memory:')).connect();
  const file = async (name: string, query: string) => {
    const path = join(folder, `${name}.parquet`);
    await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`);
    return path;
  };
  await file('other', `SELECT '${secret}' AS secret`);
  await writeFile(join(folder, 'secret.txt'), secret);
  const customers = await file('customers', `SELECT i AS id, '${secret}' AS hidden, i AS age FROM range(10) t(i)`);
  const payments = await file('payments', `SELECT i AS id, '${folder}/other.parquet' AS path FROM range(10) t(i)`);
  connection.closeSync();
  const columns = [
    { name: 'id', index: 0 },
    { name: 'age', index: 2 },
  ];
  return [
    { schema: 'crm-1', name: 'customers', path: customers, columns },
    {
      schema: 'pay',
      name: 'payments',
      path: payments,
      columns: ['id', 'path'].map((name, index) => ({ name, index })),
    },
  ];
}

async function digestOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).toSorted()) hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest('hex');
}
