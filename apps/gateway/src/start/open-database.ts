import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContextStore, openPostgresStore, openSqliteStore } from '@connectory/context-store';
import { type EncryptionKeys, keyFileIn, loadKeysOf } from '@connectory/control-plane';
import {
  type Database,
  DatabaseUnavailableError,
  isPostgresUrl,
  openDatabase,
  type UnavailableReason,
} from '@connectory/database';
import { SnapshotFiles } from '@connectory/snapshots';
import type { Logger } from 'pino';
import { describeException } from '../telemetry/logger.ts';
import type { Configuration } from './configuration.ts';
import { copiesFolder, exportsFolder } from './data-directory.ts';

/** The database of the control plane and its encryption keys. */
export interface OpenedDatabase {
  readonly database: Database;
  readonly encryptionKeys: EncryptionKeys;
}

/** The control plane only makes small queries. */
const maxStatementSeconds = 15;

/**
 * Opens the configured database, migrates it and loads the keys it needs. Throws an `Error` that explains what to do if the database cannot
 * be used, or the keys do not match.
 */
export async function openGatewayDatabase(configuration: Configuration): Promise<OpenedDatabase> {
  const { databaseUrl, dataDirectory, secretKey } = configuration;
  if (isPostgresUrl(databaseUrl) && secretKey === undefined) throw new Error(sharedKeyNeeded(dataDirectory));
  const database = await openDatabase(databaseUrl, { maxStatementSeconds });
  try {
    await database.verify();
    const encryptionKeys = await loadKeysOf(database, { dataDirectory, environmentKey: secretKey });
    return { database, encryptionKeys };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error instanceof DatabaseUnavailableError ? explainUnavailable(error, database) : error;
  }
}

/** Explains why a gateway on PostgreSQL needs a key in its environment, and which. */
export function sharedKeyNeeded(dataDirectory: string): string {
  const file = keyFileIn(dataDirectory);
  const advice = existsSync(file)
    ? `Set it to the content of ${file} on every machine.`
    : 'Create one with openssl rand -base64 32, and use the same on every machine.';
  return `PostgreSQL requires CONNECTORY_SECRET_KEY, because every machine would have a different key file. ${advice}`;
}

/** Returns the same error with a message that explains what to do about an unavailable database. */
export function explainUnavailable(error: DatabaseUnavailableError, { file }: Database): Error {
  const name = file === null ? 'The PostgreSQL database' : `The database ${file}`;
  return new Error(`${name} ${explanations[error.reason](file ?? '')} (${error.message})`, { cause: error });
}

const explanations: Readonly<Record<UnavailableReason, (file: string) => string>> = {
  away: () => 'does not respond. Check the URL, and that the server is running.',
  locked: () => 'is locked by another program. Stop that program, then start again.',
  full: () => 'cannot be written, because the disk is full. Free space, then start again.',
  failing: () => 'cannot be used, because its disk is failing. Check the disk and the system log.',
  read_only: (file) =>
    file === ''
      ? 'is read-only. Use the URL of the primary server.'
      : 'is read-only. Make it and its folder writable for the user that runs the gateway.',
  damaged: (file) =>
    file === ''
      ? 'is damaged. Restore it from a backup.'
      : `is damaged. Move ${file}, ${file}-wal and ${file}-shm away and restore the file from a backup, with the secret-key file of that time.`,
};

/**
 * Opens the context store: in the configured PostgreSQL database if there is one, otherwise in files below the data directory. Throws an
 * `Error` that explains what to change.
 */
export async function openContextStore(
  { databaseUrl, dataDirectory, changeRetention }: Configuration,
  logger: Logger,
  onChange: (connectionId: string) => void,
): Promise<ContextStore> {
  const onIndexError = (error: unknown) =>
    logger.error({ error: describeException(error) }, 'an index of the context store could not be built');
  const options = { onIndexError, onChange, retention: changeRetention };
  if (isPostgresUrl(databaseUrl)) return openPostgresStore(databaseUrl, options);
  return openSqliteStore(join(dataDirectory, copiesFolder), options);
}

/**
 * Opens the files of exports: in the data directory, or with PostgreSQL, where the data directory is not used, in a temporary one of this
 * process.
 */
export async function openExports(
  { databaseUrl, dataDirectory, exportBytes }: Configuration,
  store: ContextStore,
  logger: Logger,
): Promise<SnapshotFiles> {
  const directory = isPostgresUrl(databaseUrl)
    ? await mkdtemp(join(tmpdir(), 'connectory-exports-'))
    : join(dataDirectory, exportsFolder);
  return SnapshotFiles.open({
    store,
    directory,
    maxBytes: exportBytes,
    onError: (error) => logger.warn({ error: describeException(error) }, 'removing export files failed'),
  });
}
