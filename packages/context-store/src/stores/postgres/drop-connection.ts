import { type CopyScope, lockState } from './copy-state.ts';
import { allEntityTables } from './entity-catalog.ts';
import { change, type Runner } from './statement.ts';

const feedTables = ['context_store_versions', 'context_store_changes', 'context_store_feeds'];

const recordsPerTransaction = 10_000;

/** Removes all records and state of a connection, in transactions of bounded size. Call it again to finish an interrupted removal. */
export async function dropConnection(pool: Runner, connectionId: string): Promise<void> {
  for (const { entityId, name } of await allEntityTables(pool)) {
    const copy = { connectionId, entityId };
    while (await pool.transaction().execute((transaction) => dropSomeRecords(transaction, copy, name))) {
      // each turn has committed
    }
    await pool.transaction().execute(async (transaction) => {
      await lockState(transaction, copy);
      for (const shared of ['context_store_met', 'context_store_vocabulary', 'context_store_state']) {
        const condition = 'where connection_id = $1::uuid and entity_id = $2::integer';
        await change(transaction, `delete from ${shared} ${condition}`, [connectionId, entityId]);
      }
    });
  }
  for (const table of feedTables)
    await change(pool, `delete from ${table} where connection_id = $1::uuid`, [connectionId]);
}

async function dropSomeRecords(transaction: Runner, copy: CopyScope, tableName: string): Promise<boolean> {
  const { records } = await lockState(transaction, copy);
  const removed = await change(
    transaction,
    `delete from ${tableName} where connection_id = $1::uuid and key in (
      select key from ${tableName} where connection_id = $1::uuid order by key limit $2::integer)`,
    [copy.connectionId, recordsPerTransaction],
  );
  await change(
    transaction,
    'update context_store_state set records = $3::bigint where connection_id = $1::uuid and entity_id = $2::integer',
    [copy.connectionId, copy.entityId, records - removed],
  );
  return removed === recordsPerTransaction;
}
