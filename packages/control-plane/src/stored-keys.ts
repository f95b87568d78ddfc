import type { Database } from '@connectory/database';
import { type EncryptionKeys, type KeySource, loadEncryptionKeys } from './encryption-keys.ts';
import { type ControlPlaneTables, controlPlaneMigrations } from './tables.ts';

/**
 * The encryption keys of a database: from the environment value, else from the key file, which is made only as long as nothing is
 * encrypted yet. Throws an `Error` that says what to do when stored credentials were encrypted with a key that is not among them.
 */
export async function loadKeysOf(database: Database, source: Omit<KeySource, 'mayCreate'>): Promise<EncryptionKeys> {
  await database.migrate('control-plane', controlPlaneMigrations);
  const tables = database.tables<ControlPlaneTables>();
  const connections = await tables
    .selectFrom('credentials')
    .select(({ fn }) => ['key_id', fn.countAll<number>().as('rows')])
    .groupBy('key_id')
    .execute();
  const apps = await tables
    .selectFrom('oauth_apps')
    .select(({ fn }) => ['key_id', fn.countAll<number>().as('rows')])
    .groupBy('key_id')
    .execute();
  const stored = [
    ...connections.map((key) => ({ ...key, secrets: 'credentials', thing: 'connection' })),
    ...apps.map((key) => ({ ...key, secrets: 'secrets', thing: 'OAuth application' })),
  ];
  const keys = await loadEncryptionKeys({ ...source, mayCreate: stored.length === 0 });
  for (const { key_id: id, rows, secrets, thing } of stored) {
    if (keys.ids.includes(id)) continue;
    const owners = Number(rows) === 1 ? `one ${thing}` : `${rows} ${thing}s`;
    throw new Error(
      `The ${secrets} of ${owners} were encrypted with the key ${id}, but only ${keys.ids.join(', ')} is loaded. ` +
        'Start the gateway with the key they were stored with: CONNECTORY_SECRET_KEY, or the secret-key file of the data directory. ' +
        'To change the key, set CONNECTORY_SECRET_KEY to the new and the old one, separated by a comma.',
    );
  }
  return keys;
}
