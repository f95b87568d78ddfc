import type { SharedDatabaseOutcome, SharedDatabasePlan } from './shared-database-bench.ts';
import type { QuestionOutcome } from './store-measure.ts';
import { whole } from './whole-number.ts';

/** Renders the tables of the bench of a shared database. */
export function sharedDatabaseReport(outcome: SharedDatabaseOutcome, plan: SharedDatabasePlan): string {
  const { steps, databaseMegabytes, tableMegabytes, alone, first, last, unchanged } = outcome;
  const { records, connections, writers } = plan;
  return [
    `${whole(records)} records of ${whole(connections)} connections in one PostgreSQL database, ${writers} connections loaded at the same time`,
    `  size on disk ${whole(databaseMegabytes)} MB, of which the table without indexes ${whole(tableMegabytes)} MB`,
    ...steps.map((step) => `  load up to ${whole(step.records)} records: ${whole(step.recordsPerSecond)} rows/s`),
    `  second pass without changes ${whole(unchanged.alone)} rows/s alone, ${whole(unchanged.together)} rows/s with all others`,
    '',
    'Milliseconds per question (p50) of the first connection, alone and with all others, and of the last one, next to hand-written SQL',
    line('question', ['rows', 'alone', 'all', 'ratio', 'SQL', 'ratio', 'last', 'SQL', 'ratio', 'plan']),
    ...alone.map((question, index) => questionLine(question, first[index] ?? question, last[index] ?? question)),
  ].join('\n');
}

function questionLine(alone: QuestionOutcome, together: QuestionOutcome, last: QuestionOutcome): string {
  const against = ({ store, sql }: QuestionOutcome) => [sql.p50.toFixed(2), (store.p50 / sql.p50).toFixed(2)];
  return line(alone.name, [
    whole(alone.rows),
    alone.store.p50.toFixed(2),
    together.store.p50.toFixed(2),
    (together.store.p50 / alone.store.p50).toFixed(2),
    ...against(together),
    last.store.p50.toFixed(2),
    ...against(last),
    together.scans ? 'scan' : 'index',
  ]);
}

function line(name: string, cells: readonly string[]): string {
  return name.padEnd(30) + cells.map((cell) => cell.padStart(8)).join('');
}
