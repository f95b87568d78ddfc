import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preparePython, run } from '@connectory/test-support/python-environment';
import { type ReadTable, readWithDuckDb } from '../../../../packages/snapshots/test/read-with-duckdb.ts';
import { atLeast, type Line, none, shown, type Verdict } from '../verdict.ts';
import { type ExpectedColumn, expectedColumns, type Program, writeSample } from './sample.ts';

const program = fileURLToPath(new URL('read-parquet.py', import.meta.url));
/** As many as make several groups of rows in the file. */
const repetitions = 7_500;

/** Writes an export in Parquet, opens it with DuckDB, pandas and Polars, and compares the types and values of all columns. */
export async function rehearseExports(progress: (text: string) => void): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'connectory-exports-'));
  try {
    const path = join(folder, 'sample.parquet');
    const rows = writeSample(path, repetitions);
    progress('reading with DuckDB');
    const tables: [Program, ReadTable | string][] = [['DuckDB', await readWithDuckDb(path)]];
    progress('installing pandas and Polars');
    const environment = await preparePython(new URL('requirements.txt', import.meta.url));
    for (const name of ['pandas', 'Polars'] as const) {
      progress(`reading with ${name}`);
      const read =
        'missing' in environment ? environment.missing : await readWithPython(environment.python, name, path);
      tables.push([name, read]);
    }
    const judged = tables.map(([name, read]) => judge(name, read, expectedColumns, rows));
    return {
      title: `An export of ${rows} records in ${expectedColumns.length} columns, as other programs read it`,
      lines: judged.flatMap(({ lines }) => lines),
      failures: judged.flatMap(({ failures }) => failures),
      figures: { rows, read: tables.map(([name, read]) => [name, typeof read === 'string' ? null : read.version]) },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The columns as the program reads them in Python. Throws an `Error` if it cannot. */
async function readWithPython(python: string, name: Program, path: string): Promise<ReadTable> {
  const { code, stdout, stderr } = await run(python, [program, name.toLowerCase(), path]);
  if (code !== 0) throw new Error(`${name} cannot read the file: ${stderr}`);
  return JSON.parse(stdout);
}

/** Compares what a program has read with what it must read, in as many rows. A text is the reason why it is not installed. */
export function judge(
  name: Program,
  read: ReadTable | string,
  expected: readonly ExpectedColumn[],
  rows: number,
): { readonly lines: readonly Line[]; readonly failures: readonly string[] } {
  if (typeof read === 'string') return { lines: [shown(name, `not installed: ${read}`)], failures: [] };
  const failures: string[] = [];
  let wrongTypes = 0;
  let wrongValues = 0;
  for (const [index, { name: column, types, values: all, valuesOfDuckDb }] of expected.entries()) {
    const found = read.columns[index];
    const type = found?.name === column ? found.type : `another column, ${found?.name}`;
    if (type !== types[name]) {
      wrongTypes += 1;
      failures.push(`${name}: ${column} is ${type}, not ${types[name]}`);
    }
    const values = name === 'DuckDB' ? (valuesOfDuckDb ?? all) : all;
    const wrong = Array.from({ length: rows }, (_, row) => row).filter(
      (row) => found?.values[row] !== values[row % values.length],
    );
    wrongValues += wrong.length;
    failures.push(
      ...wrong.slice(0, values.length).map((row) => {
        const [seen, wanted] = [found?.values[row], values[row % values.length]].map((value) => JSON.stringify(value));
        return `${name}: ${column} of row ${row} is ${seen}, not ${wanted}`;
      }),
    );
  }
  const named = `${name} ${read.version.replace(/^v/, '')}`;
  const lengths = read.columns.map(({ values }) => values.length);
  return {
    lines: [
      atLeast(`${named}: rows`, Math.min(...lengths), rows),
      none(
        `${named}: columns of another type`,
        wrongTypes + Math.max(0, lengths.length - expected.length),
        expected.length,
      ),
      none(`${named}: values that differ`, wrongValues, rows * expected.length),
    ],
    failures,
  };
}
