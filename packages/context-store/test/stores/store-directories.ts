import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseHost } from '@connectory/database/testing';

/** A temporary folder with a directory for each SQLite store of a suite. */
export async function storeDirectories(): Promise<DatabaseHost> {
  const root = mkdtempSync(join(tmpdir(), 'sqlite-stores-'));
  return {
    create: async () => mkdtempSync(join(root, 'store-')),
    stop: async () => rmSync(root, { recursive: true }),
  };
}
