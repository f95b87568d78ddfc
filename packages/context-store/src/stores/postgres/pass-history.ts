import { parseExactly, writeExactly } from '@connectory/exact-json';
import { type EndedPass, keptPasses, type StoredValue } from '../context-store.ts';
import type { CopyScope } from './copy-state.ts';
import { change, type Runner, run } from './statement.ts';

/** Adds a pass to the history of a copy, and removes those that are too old to be kept. */
export async function storePass(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
  { pass, summary }: EndedPass,
): Promise<void> {
  await change(
    runner,
    `insert into context_store_passes (connection_id, entity_id, pass, summary)
      values ($1::uuid, $2::integer, $3::bigint, $4::json)
      on conflict (connection_id, entity_id, pass) do update set summary = excluded.summary`,
    [connectionId, entityId, pass, writeExactly(summary)],
  );
  await change(
    runner,
    'delete from context_store_passes where connection_id = $1::uuid and entity_id = $2::integer and pass <= $3::bigint',
    [connectionId, entityId, pass - keptPasses],
  );
}

/** The history of a copy, newest pass first. */
export async function readPasses(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
): Promise<readonly StoredValue[]> {
  const rows = await run<{ summary: string }>(
    runner,
    `select summary::text as summary from context_store_passes
      where connection_id = $1::uuid and entity_id = $2::integer order by pass desc`,
    [connectionId, entityId],
  );
  return rows.map(({ summary }) => parseExactly(summary) as StoredValue);
}
