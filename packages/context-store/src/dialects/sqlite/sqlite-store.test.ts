import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeContextStore, type SuiteHost } from '../../store/store-suite.ts';
import { openSqliteStore } from './sqlite-store.ts';

async function startDirectories(): Promise<SuiteHost> {
  const root = mkdtempSync(join(tmpdir(), 'sqlite-store-'));
  return {
    create: async () => mkdtempSync(join(root, 'store-')),
    stop: async () => rmSync(root, { recursive: true }),
  };
}

describeContextStore('SQLite store', {
  startHost: startDirectories,
  openStore: async (directory) => openSqliteStore(directory),
});
