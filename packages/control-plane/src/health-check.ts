import { DatabaseUnavailableError } from '@connectory/database';
import type { Kysely } from 'kysely';
import type { EncryptionKeys } from './encryption-keys.ts';
import type { ProcessLife } from './process-life.ts';
import type { ControlPlaneTables } from './tables.ts';

/** Reasons why a control plane cannot work. */
export type ControlPlaneFault = 'database_unavailable' | 'disk_full' | 'encryption_key_missing';

const longestSilence = 5_000;

/**
 * Finds what keeps the control plane from working, with one small read: the signs of life show whether the database can be written.
 * Rejects when the database cannot be read.
 */
export async function findControlPlaneFault(
  tables: Kysely<ControlPlaneTables>,
  keys: EncryptionKeys,
  life: ProcessLife,
): Promise<ControlPlaneFault | null> {
  const { failure } = life;
  if (failure instanceof DatabaseUnavailableError && failure.reason === 'full') return 'disk_full';
  if (failure !== null || life.silence > longestSilence) return 'database_unavailable';
  const sealedElsewhere = await tables
    .selectFrom('credentials')
    .select('key_id')
    .where('key_id', 'not in', [...keys.ids])
    .unionAll(
      tables
        .selectFrom('oauth_apps')
        .select('key_id')
        .where('key_id', 'not in', [...keys.ids]),
    )
    .limit(1)
    .executeTakeFirst();
  return sealedElsewhere === undefined ? null : 'encryption_key_missing';
}
