import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from './tables.ts';
import type { WorkspaceId } from './workspace-id.ts';

/**
 * Holds a workspace until the transaction ends, so that what is counted in it is true when something is added. Throws `not_found` for
 * a workspace that does not exist.
 */
export async function lockWorkspace(transaction: Kysely<ControlPlaneTables>, workspaceId: WorkspaceId): Promise<void> {
  const held = await transaction
    .updateTable('workspaces')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', workspaceId)
    .returning('id')
    .executeTakeFirst();
  if (held === undefined) throw new GatewayError('not_found', 'The workspace does not exist. Create it first.');
}
