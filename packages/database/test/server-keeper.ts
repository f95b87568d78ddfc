import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent when the run has no global setup; each test file then starts its own server. */
    postgresServerKeeper?: string;
  }
}

/** Starts one PostgreSQL server when first asked for it and shares it with all test workers. */
export interface ServerKeeper {
  /** Path of the Unix socket that responds with the server's URL. */
  readonly path: string;
  stop(): Promise<void>;
}

/** Listens on a Unix socket; no PostgreSQL server is started until a worker connects, so other tests do not pay for it. */
export async function startServerKeeper(): Promise<ServerKeeper> {
  const folder = await mkdtemp(join(tmpdir(), 'connectory-keeper-'));
  const path = join(folder, 'socket');
  let starting: Promise<PostgresServer> | undefined;
  const listener = createServer((socket) => {
    starting ??= startPostgres();
    starting.then(
      (server) => socket.end(server.url),
      (error: unknown) => socket.end(`failed: ${error instanceof Error ? error.message : String(error)}`),
    );
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(path, resolve);
  });
  return {
    path,
    stop: async () => {
      listener.close();
      await (await starting?.catch(() => undefined))?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The URL of the shared server behind a keeper's socket; throws with the server's own words when it could not start. */
export async function askServerKeeper(path: string): Promise<string> {
  const response = await text(connect(path));
  if (!response.startsWith('postgres://')) throw new Error(`The shared PostgreSQL server did not start. ${response}`);
  return response;
}
