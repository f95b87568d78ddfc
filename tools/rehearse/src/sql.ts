import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { SqlProcesses } from '@connectory/snapshots';
import { runHostileStatements } from '../../../packages/snapshots/test/hostile-run.ts';
import { makeSqlTables } from '../../../packages/snapshots/test/sql-tables.ts';
import { atLeast, type Line, none, type Verdict } from './verdict.ts';

const maxHeld = 50;
const idleTime = 3_000;
const statements = [
  'SELECT c.id, sum(p.amount) AS total FROM "crm-1".customers c JOIN pay.payments p ON p.customer = c.id GROUP BY ALL',
  "SELECT i AS id, repeat('x', 1000) AS text FROM range(10000) t(i)",
  "SELECT getenv('HOME')",
  `SELECT ${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
];

/** Runs hostile statements in a locked engine, and others in processes of their own, during which it watches the event loop. */
export async function rehearseSql(
  { times, seed }: { readonly times: number; readonly seed: number },
  progress: (text: string) => void,
): Promise<Verdict> {
  const outcome = await runHostileStatements(times, seed, (done) => progress(`${done} of ${times} statements`));
  const { returned, refused, harm } = outcome;
  const { held, idle } = await eventLoop(Math.max(5, Math.round(times / 2_000)), progress);
  // On a machine that is busy with something else, even a process that does nothing waits.
  const isJudged = idle < maxHeld / 5;
  const isShort: Line = {
    name: 'event loop held by statements in processes',
    seen: `${held.toFixed(1)} ms (idle: ${idle.toFixed(1)} ms)`,
    wanted: isJudged ? `at most ${maxHeld} ms` : '',
    holds: isJudged ? held <= maxHeld : null,
  };
  return {
    title: `${times} hostile statements, seed ${seed}`,
    lines: [
      none('statements that read or changed something else', harm.length, times),
      atLeast('statements that were refused', refused, Math.round(times / 2)),
      atLeast('statements that returned rows', returned, Math.round(times / 100)),
      isShort,
    ],
    failures: harm.slice(0, 20),
    figures: { times, seed, returned, refused, harm: harm.length, heldMilliseconds: held, idleMilliseconds: idle },
  };
}

/** For how many milliseconds the event loop was held at most while each statement ran some times, and while nothing ran. */
async function eventLoop(times: number, progress: (text: string) => void) {
  const tables = await makeSqlTables();
  const processes = new SqlProcesses({ packageFolder: null });
  const signal = new AbortController().signal;
  const run = (sql: string, workspaceId: string) =>
    processes
      .run({ workspaceId, sql, limit: 10_000, open: async (names) => tables.open(names), signal })
      .catch(() => undefined);
  try {
    await Promise.all(statements.map((sql) => run(sql, 'first')));
    const histogram = monitorEventLoopDelay({ resolution: 1 });
    histogram.enable();
    await pause(idleTime);
    const idle = histogram.max / 1e6;
    histogram.reset();
    for (let done = 0; done < times; done++) {
      progress(`${done} of ${times} rounds of processes`);
      await Promise.all(statements.map((sql, index) => run(sql, `workspace ${index}`)));
    }
    histogram.disable();
    return { held: histogram.max / 1e6, idle };
  } finally {
    await tables.remove();
  }
}
