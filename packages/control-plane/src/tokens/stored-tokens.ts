import { randomBytes, randomUUID } from 'node:crypto';
import { GatewayError } from '@connectory/errors';
import type { Kysely, Transaction } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';
import { emit } from '../subscriptions/lifecycle-events.ts';
import { lockWorkspace, storedWorkspaceId, type WorkspaceId } from '../workspaces.ts';
import type { Policy } from './policy.ts';

type StoredToken = ControlPlaneTables['tokens'];

/** The most tokens of a workspace that are neither expired nor revoked. */
const maxTokens = 1_000;

/** A new text of a token. */
export const newTokenText = (): string => `cty_${randomBytes(32).toString('base64url')}`;

/** The row of a token that a program has, with the hash of its text. */
export const newTokenRow = (workspaceId: WorkspaceId, name: string, hash: string, policy: Policy): StoredToken => ({
  id: randomUUID(),
  workspace_id: workspaceId,
  name,
  hash,
  policy: JSON.stringify(policy),
  created_at: new Date().toISOString(),
  expires_at: null,
  revoked_at: null,
  kind: 'token',
  root_id: null,
  person_id: null,
  agent: null,
  text_expires_at: null,
});

/** Stores a token. Throws `not_found` for a workspace that does not exist, and `conflict` when it has 1,000 tokens that are valid. */
export async function insertToken(transaction: Transaction<ControlPlaneTables>, row: StoredToken): Promise<void> {
  const workspaceId = storedWorkspaceId(row.workspace_id);
  await lockWorkspace(transaction, workspaceId);
  await requireRoom(transaction, workspaceId, row.created_at);
  await transaction.insertInto('tokens').values(row).execute();
}

/**
 * Ends a token, and then what was granted to OAuth clients with it, so that a grant that is being made meanwhile ends as well. Returns the
 * token, which stays as it is if it had ended; undefined for an unknown one.
 */
export async function revokeToken(
  transaction: Transaction<ControlPlaneTables>,
  id: string,
): Promise<StoredToken | undefined> {
  const revoking = transaction
    .updateTable('tokens')
    .set({ revoked_at: new Date().toISOString() })
    .where('revoked_at', 'is', null)
    .returningAll();
  const revoked = await revoking.where('id', '=', id).executeTakeFirst();
  const granted = await revoking
    .where('id', 'in', (query) => query.selectFrom('oauth_grants').select('token_id').where('parent_id', '=', id))
    .execute();
  for (const row of revoked === undefined ? granted : [revoked, ...granted])
    await emitToken(transaction, 'token.revoked', row);
  return revoked ?? transaction.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores the event of a change of a token; the last step of its transaction. */
export async function emitToken(
  transaction: Transaction<ControlPlaneTables>,
  type: 'token.created' | 'token.revoked',
  row: StoredToken,
): Promise<void> {
  const { id, name, expires_at } = row;
  const workspaceId = storedWorkspaceId(row.workspace_id);
  await emit(transaction, { workspaceId, type, subject: id, data: { token_id: id, name, expires_at } });
}

async function requireRoom(tables: Kysely<ControlPlaneTables>, workspaceId: WorkspaceId, now: string): Promise<void> {
  const { valid } = await tables
    .selectFrom('tokens')
    .select(({ fn }) => fn.countAll<number | string>().as('valid'))
    .where('workspace_id', '=', workspaceId)
    .where('kind', '<>', 'session')
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  if (Number(valid) < maxTokens) return;
  throw new GatewayError(
    'conflict',
    `The workspace has ${maxTokens} valid tokens and cannot have more. Revoke unused ones.`,
  );
}
