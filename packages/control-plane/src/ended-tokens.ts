import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from './tables.ts';

const dayMilliseconds = 24 * 60 * 60 * 1_000;

/** Removes at most `most` tokens that were revoked or expired more than `days` ago. Returns how many were removed. */
export async function removeEndedTokens(
  tables: Kysely<ControlPlaneTables>,
  days: number,
  most: number,
): Promise<number> {
  const longAgo = new Date(Date.now() - days * dayMilliseconds).toISOString();
  const { numDeletedRows } = await tables
    .deleteFrom('tokens')
    .where('id', 'in', (query) =>
      query
        .selectFrom('tokens')
        .select('id')
        .where(({ eb, or }) => or([eb('revoked_at', '<', longAgo), eb('expires_at', '<', longAgo)]))
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
