import { join } from 'node:path';
import { type ContextStore, openPostgresStore, openSqliteStore } from '@connectory/context-store';
import { isPostgresUrl } from '@connectory/database';
import type { Logger } from 'pino';
import type { Configuration } from './configuration.ts';
import { copiesFolder } from './data-directory.ts';
import { describeException } from './describe-exception.ts';

/**
 * Opens the store of the copies: in the PostgreSQL database of the configuration if it names one, else in files below the data
 * directory. Throws an `Error` that says what to change.
 */
export async function openContextStore(
  { databaseUrl, dataDirectory }: Configuration,
  logger: Logger,
  onChange: (connectionId: string) => void,
): Promise<ContextStore> {
  const onIndexError = (error: unknown) =>
    logger.error({ error: describeException(error) }, 'an index of the context store could not be built');
  const options = { onIndexError, onChange };
  if (isPostgresUrl(databaseUrl)) return openPostgresStore(databaseUrl, options);
  return openSqliteStore(join(dataDirectory, copiesFolder), options);
}
