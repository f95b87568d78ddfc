import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { keyFileIn } from '@connectory/control-plane';
import { copySqlite, isPostgresUrl } from '@connectory/database';
import { readConfiguration } from './configuration.ts';
import { copiesFolder, markName } from './data-directory.ts';

/** The result of a backup. */
export interface Backup {
  readonly directory: string;
  readonly files: readonly string[];
  readonly bytes: number;
  /**
   * Path of the matching key file, which the backup does not include; null if the data directory has none because the key is configured
   * elsewhere.
   */
  readonly keyFile: string | null;
}

/**
 * Backs up the data of a gateway on SQLite, which may keep running, into a new directory: database and searchable copies, not the key. The
 * directory appears once it is complete. Throws an `Error` that explains what to do.
 */
export async function backUp(
  environment: Readonly<Record<string, string | undefined>>,
  directory: string,
): Promise<Backup> {
  const { dataDirectory, databaseUrl, secretKey } = readConfiguration(environment);
  if (isPostgresUrl(databaseUrl))
    throw new Error("The database is PostgreSQL: back it up with pg_dump or with your server's own backups.");
  if (!existsSync(databaseUrl))
    throw new Error(
      `There is no database ${databaseUrl}. Set CONNECTORY_DATA_DIR to the data directory of the gateway.`,
    );
  const target = resolve(directory);
  if (existsSync(target)) throw new Error(`${target} already exists. Choose a directory that does not exist yet.`);
  const incomplete = `${target}.incomplete`;
  await rm(incomplete, { recursive: true, force: true });
  await mkdir(join(incomplete, copiesFolder), { recursive: true, mode: 0o700 });
  try {
    // The database is copied last, so that it has a connection for each copy; a missing copy is read again.
    const copies = await sqliteFilesIn(join(dataDirectory, copiesFolder));
    const files = [...copies.map((name) => join(copiesFolder, name)), basename(databaseUrl)];
    for (const name of copies)
      await copySqlite(join(dataDirectory, copiesFolder, name), join(incomplete, copiesFolder, name));
    await copySqlite(databaseUrl, join(incomplete, basename(databaseUrl)));
    const mark = join(dataDirectory, markName);
    if (existsSync(mark)) {
      await copyFile(mark, join(incomplete, markName));
      files.push(markName);
    }
    const sizes = await Promise.all(files.map(async (name) => (await stat(join(incomplete, name))).size));
    await rename(incomplete, target);
    const keyFile = keyFileIn(resolve(dataDirectory));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return {
      directory: target,
      files,
      bytes,
      keyFile: secretKey === undefined && existsSync(keyFile) ? keyFile : null,
    };
  } catch (error) {
    await rm(incomplete, { recursive: true, force: true });
    throw error;
  }
}

async function sqliteFilesIn(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder)).filter((name) => name.endsWith('.sqlite')).sort();
}
