import { setTimeout as sleep } from 'node:timers/promises';
import { type Runner, run } from './statement.ts';

/** Advisory lock held by a session while it builds an index. The number is arbitrary, but must not be used by another program. */
export const buildLock = 4_851_220_175;
/** Serializes schema changes across processes. */
const schemaLock = 4_851_220_174;

const attempts = 30;
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/**
 * Runs a schema change in a transaction, one process at a time. It waits at most one second for a table lock, because reads would queue
 * behind it; then it cancels an index build in progress and retries.
 */
export async function changeSchema<Result>(
  pool: Runner,
  change: (transaction: Runner) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pool.transaction().execute(async (transaction) => {
        await run(transaction, 'select pg_advisory_xact_lock($1::bigint)', [schemaLock]);
        await run(transaction, `set local lock_timeout = '1s'`, []);
        return await change(transaction);
      });
    } catch (error) {
      if (!isLockFailure(error) || attempt === attempts) throw error;
      await cancelIndexBuild(pool);
      await sleep(100 * attempt);
    }
  }
}

/** Whether a statement was canceled by another session or by its time limit. */
export function isCanceled(error: unknown): boolean {
  return hasCode(error, '57014');
}

async function cancelIndexBuild(pool: Runner): Promise<void> {
  await run(
    pool,
    `select pg_cancel_backend(pid) from pg_locks
      where locktype = 'advisory' and granted and (classid::bigint << 32 | objid::bigint) = $1::bigint
        and database = (select oid from pg_database where datname = current_database())`,
    [buildLock],
  );
}

function isLockFailure(error: unknown): boolean {
  return hasCode(error, lockNotAvailable) || hasCode(error, deadlockDetected);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
