import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { compiledFolder, dataDirectoryOf } from './data-directory.ts';

/** Prepares a process that only serves a gateway. Call it before anything else. */
export function prepareProcess(): void {
  ignoreOutputErrors();
  // Only the gateway's user can read what it writes.
  process.umask(0o077);
}

// What is printed is only for people: the process keeps running on a full disk or a broken pipe.
function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/**
 * Caches the compiled code of all modules loaded from now on in the data directory, so that the next start is faster. Does nothing if that
 * is impossible, or if the data are in another database and the data directory is not used.
 */
export function keepCompiledCode(environment: Readonly<Record<string, string | undefined>>): void {
  // Not in the shared folder for temporary files, where other users could place code.
  if (!environment.CONNECTORY_DATABASE_URL) enableCompileCache(join(dataDirectoryOf(environment), compiledFolder));
}

const maxClosing = 29_000;

/**
 * Runs `close` on SIGTERM or SIGINT and ends the process, after 29 seconds even if something does not close. A second signal ends it
 * immediately.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const stop = () => {
    if (closing) process.exit(1);
    closing = true;
    setTimeout(() => process.exit(1), maxClosing);
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
