import type { Database } from '@connectory/database';
import { type EncryptionKeys, type KeySource, loadEncryptionKeys } from './encryption-keys.ts';
import { controlPlaneMigrations } from './schema.ts';
import type { ControlPlaneTables } from './tables.ts';

const owner = 'control-plane';

/**
 * The encryption keys of a database: from the environment value, else from the key file, which is made only as long as nothing is
 * encrypted yet. Throws an `Error` that says what to do when stored credentials were encrypted with a key that is not among them.
 */
export async function loadKeysOf(database: Database, source: Omit<KeySource, 'mayCreate'>): Promise<EncryptionKeys> {
  await database.migrate(owner, controlPlaneMigrations);
  const stored = await storedSecrets(database);
  const keys = await loadEncryptionKeys({ ...source, mayCreate: stored.length === 0 });
  requireKeys(keys, stored);
  return keys;
}

/** State of a database, as a starting gateway would find it. */
export interface StoredState {
  /** How many steps of the schema's history are missing; a gateway adds them when it starts. */
  readonly missingSteps: number;
  /** A migration unknown to this version, which therefore does not start; null if all are known. */
  readonly unknownStep: string | null;
  /** Whether anything is encrypted; null while steps are missing. */
  readonly hasSecrets: boolean | null;
}

/**
 * Looks at a database as a gateway would that starts on it, and changes nothing. Throws an `Error` that says what to do when the keys are
 * missing that its secrets were encrypted with.
 */
export async function inspectStored(database: Database, source: Omit<KeySource, 'mayCreate'>): Promise<StoredState> {
  const known = controlPlaneMigrations.map(({ name }) => name);
  const applied = await database.appliedMigrations(owner);
  const unknownStep = applied.find((name, position) => name !== known[position]) ?? null;
  const missingSteps = Math.max(0, known.length - applied.length);
  if (unknownStep !== null || missingSteps > 0) return { missingSteps, unknownStep, hasSecrets: null };
  const stored = await storedSecrets(database);
  if (stored.length > 0) requireKeys(await loadEncryptionKeys({ ...source, mayCreate: false }), stored);
  return { missingSteps, unknownStep, hasSecrets: stored.length > 0 };
}

interface StoredSecrets {
  readonly key_id: string;
  readonly rows: number;
  readonly secrets: string;
  readonly thing: string;
}

async function storedSecrets(database: Database): Promise<readonly StoredSecrets[]> {
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
  const subscriptions = await tables
    .selectFrom('subscriptions')
    .select(({ fn }) => ['key_id', fn.countAll<number>().as('rows')])
    .groupBy('key_id')
    .execute();
  const endpoints = await tables
    .selectFrom('event_endpoints')
    .select(({ fn }) => ['key_id', fn.countAll<number>().as('rows')])
    .groupBy('key_id')
    .execute();
  return [
    ...connections.map((key) => ({ ...key, secrets: 'credentials', thing: 'connection' })),
    ...apps.map((key) => ({ ...key, secrets: 'secrets', thing: 'OAuth application' })),
    ...endpoints.map((key) => ({ ...key, secrets: 'secrets', thing: 'event endpoint' })),
    ...subscriptions.map((key) => ({ ...key, secrets: 'secrets', thing: 'subscription' })),
  ];
}

function requireKeys(keys: EncryptionKeys, stored: readonly StoredSecrets[]): void {
  for (const { key_id: id, rows, secrets, thing } of stored) {
    if (keys.ids.includes(id)) continue;
    const owners = Number(rows) === 1 ? `one ${thing}` : `${rows} ${thing}s`;
    throw new Error(
      `The ${secrets} of ${owners} were encrypted with the key ${id}, but only ${keys.ids.join(', ')} is loaded. ` +
        'Start the gateway with the key they were stored with: CONNECTORY_SECRET_KEY, or the secret-key file of the data directory. ' +
        'To change the key, set CONNECTORY_SECRET_KEY to the new and the old one, separated by a comma.',
    );
  }
}
