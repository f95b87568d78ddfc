import type { StoreOutcome } from './store-bench.ts';
import type { QuestionOutcome } from './store-measure.ts';
import type { PostgresStoreOutcome } from './store-postgres-bench.ts';
import { whole } from './whole-number.ts';

/** Renders the tables of the store bench. */
export function storeReport(outcome: StoreOutcome): string {
  const { load, storeMegabytes, bareMegabytes, built, questions, scans, directory } = outcome;
  const { records } = load;
  const rate = (seconds: number) => `${whole(records / seconds)} rows/s`;
  const [early, late] = load.residentMegabytes;
  return [
    `Load of ${whole(records)} records into one connection, by turns with a bare better-sqlite3 loop into the same tables and indexes`,
    `  store ${rate(load.storeSeconds)} (b-trees at the end: ${whole(load.storeIndexSeconds)} s)`,
    `  bare  ${rate(load.bareSeconds)} (b-trees at the end: ${whole(load.bareIndexSeconds)} s)`,
    `  ratio ${(load.bareSeconds / load.storeSeconds).toFixed(2)}`,
    `  as many in the other connections ${rate(load.othersSeconds)}`,
    `  resident memory of the process at 10 % ${whole(early)} MB, at 100 % ${whole(late)} MB`,
    `  size on disk ${whole(storeMegabytes)} MB, bare ${whole(bareMegabytes)} MB`,
    ...built.map(({ name, seconds }) => `  index on ${name}, with the scans that ask for it: ${whole(seconds)} s`),
    '',
    'Milliseconds per question, beside the best hand-written SQL on the same file; in a thread, as a gateway has to run it, and as it is;',
    'cpu is the processor time of all threads',
    ...questionLines(questions, 'bare SQL p50'),
    '',
    'Milliseconds of execute list at 50 requests/s, while the store in the same process scans',
    ...scans.map(
      ({ scans: count, p50, p99 }) =>
        `  ${count} scans: p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)} (${(p99 / (scans[0]?.p99 ?? p99)).toFixed(2)} of idle)`,
    ),
    ...(directory === null ? [] : ['', `The files are in ${directory}`]),
  ].join('\n');
}

/** Renders the tables of the store bench on PostgreSQL. */
export function postgresStoreReport(outcome: PostgresStoreOutcome): string {
  const { records, storeSeconds, bareSeconds, othersSeconds, questions } = outcome;
  const rate = (seconds: number) => `${whole(records / seconds)} rows/s`;
  return [
    `Load of ${whole(records)} records into one connection in PostgreSQL, by turns with a bare loop into a table with the same columns and indexes`,
    `  store ${rate(storeSeconds)}`,
    `  bare  ${rate(bareSeconds)}`,
    `  ratio ${(bareSeconds / storeSeconds).toFixed(2)}`,
    `  as many in the other connections ${rate(othersSeconds)}`,
    '',
    'Milliseconds per question, beside hand-written SQL on the same table; cpu is this process without the server',
    ...questionLines(questions, 'inside'),
  ].join('\n');
}

function questionLines(questions: readonly QuestionOutcome[], last: string): readonly string[] {
  const heads = ['rows', 'store cpu', 'SQL cpu', 'ratio', 'store p50', 'p95', 'SQL p50', 'p95', 'ratio', last, 'plan'];
  const line = (name: string, cells: readonly string[]) =>
    name.padEnd(30) + cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('');
  return [
    line('question', heads),
    ...questions.map(({ name, rows, store, sql, bareSql, scans }) =>
      line(name, [
        whole(rows),
        milliseconds(store.processor),
        milliseconds(sql.processor),
        (store.processor / sql.processor).toFixed(2),
        milliseconds(store.p50),
        milliseconds(store.p95),
        milliseconds(sql.p50),
        milliseconds(sql.p95),
        (store.p50 / sql.p50).toFixed(2),
        milliseconds(bareSql),
        scans ? 'scan' : 'index',
      ]),
    ),
  ];
}

const widths = [7, 11, 9, 7, 11, 9, 9, 9, 7, 14, 7];
const milliseconds = (value: number) => value.toFixed(2);
