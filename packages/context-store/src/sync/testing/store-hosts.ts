import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresDatabases } from '../../dialects/postgres/testing/postgres-database.ts';

/** Where the stores of a test live. */
export interface StoreHost {
  /** Makes room for a new store and gives the name by which `openTestStore` opens it in any process. */
  create(): Promise<string>;
  stop(): Promise<void>;
}

/** Every kind of store the engine works on. */
export const storeHosts: readonly { readonly name: string; start(): Promise<StoreHost> }[] = [
  { name: 'PostgreSQL', start: startPostgresDatabases },
  { name: 'SQLite', start: startDirectories },
];

async function startDirectories(): Promise<StoreHost> {
  const root = mkdtempSync(join(tmpdir(), 'sync-stores-'));
  return {
    create: async () => mkdtempSync(join(root, 'store-')),
    stop: async () => rmSync(root, { recursive: true }),
  };
}
