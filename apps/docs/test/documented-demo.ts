import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDemo } from '@connectory/test-support/gateway-process';
import { repository } from '../src/repository.ts';

// The token in the guides.
const adminToken = 'the-admin-token-of-this-guide';

/** A demo gateway as started by `npm start`, with its data in a separate folder. */
export interface DocumentedDemo {
  readonly url: string;
  readonly token: string;
  /** The folder that contains `.connectory-demo`, its data directory, as if `npm start` had been typed there. */
  readonly directory: string;
  stop(): Promise<void>;
}

/** How a documented demo runs. */
export interface DocumentedDemoOptions {
  /** `direct` starts sooner, but has no copies to search. The default is `hosted`. */
  readonly mode?: 'hosted' | 'direct';
}

/** Starts a demo on a free port and waits until the copies that it keeps are synchronized. Throws an `Error` with its output if it ends before. */
export async function startDocumentedDemo({ mode = 'hosted' }: DocumentedDemoOptions = {}): Promise<DocumentedDemo> {
  const directory = await mkdtemp(join(tmpdir(), 'connectory-docs-'));
  const demo = await startDemo({
    CONNECTORY_DATA_DIR: join(directory, '.connectory-demo'),
    CONNECTORY_MODE: mode,
    CONNECTORY_ADMIN_TOKEN: adminToken,
  });
  // As after `npm install standardwebhooks`.
  const library = fileURLToPath(new URL('../node_modules/standardwebhooks', import.meta.url));
  await mkdir(join(directory, 'node_modules'));
  await symlink(library, join(directory, 'node_modules', 'standardwebhooks'));
  // In a clone, npx finds the command among those of the repository.
  const command = join(repository, 'node_modules/.bin/connectory');
  await mkdir(join(directory, 'node_modules', '.bin'));
  await writeFile(join(directory, 'node_modules/.bin/connectory'), `#!/bin/sh\nexec ${command} "$@"\n`, {
    mode: 0o755,
  });
  const { url, token } = demo;
  const stop = async () => {
    await demo.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    if (mode === 'hosted') await demo.synchronized();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, token, directory, stop };
}
