import { join } from 'node:path';
import { type ContextStore, openPostgresStore, openSqliteStore } from '@connectory/context-store';
import { isPostgresUrl } from '@connectory/database';
import type { Logger } from 'pino';
import { describeException } from '../telemetry/describe-exception.ts';
import type { Configuration } from './configuration.ts';
import { copiesFolder } from './data-directory.ts';

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
