import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts';

/** The demo as started by `npm start`. */
export interface DemoProcess extends GatewayProcess {
  /** A token of the workspace `demo`. */
  readonly token: string;
  /** Ids of the connections of the workspace `demo`, by name. */
  readonly connections: ReadonlyMap<string, string>;
  /** Resolves when all copies are synchronized. Rejects if a pass fails. */
  synchronized(): Promise<void>;
}

/**
 * Starts the demo. Unless the environment sets `CONNECTORY_DATA_DIR`, its data are in a folder that is deleted when it stops. Throws an
 * `Error` with its output if it ends before it listens.
 */
export async function startDemo(environment: Readonly<Record<string, string>> = {}): Promise<DemoProcess> {
  const temporary =
    environment.CONNECTORY_DATA_DIR === undefined ? await mkdtemp(join(tmpdir(), 'connectory-demo-')) : null;
  const dataDirectory = temporary ?? environment.CONNECTORY_DATA_DIR ?? '';
  const demo = await startGatewayProcess('demo', { ...environment, CONNECTORY_DATA_DIR: dataDirectory });
  const ids = demo.output().matchAll(/^ {2}([a-z0-9-]+) +([0-9a-f-]{36})$/gm);
  const connections = new Map(Array.from(ids, ([, name = '', id = '']) => [name, id]));
  const token = (await readFile(join(dataDirectory, 'demo-token'), 'utf8')).trim();
  return {
    ...demo,
    token,
    connections,
    synchronized: async () => {
      for (const id of connections.values())
        await untilSynchronized(`${demo.url}/api/v1/workspaces/demo/connections/${id}/syncs`, token);
    },
    stop: async () => {
      const code = await demo.stop();
      if (temporary !== null) await rm(temporary, { recursive: true, force: true });
      return code;
    },
  };
}

interface SyncState {
  readonly phase: string;
  readonly synced_at: string | null;
}

async function untilSynchronized(address: string, token: string): Promise<void> {
  for (;;) {
    const { body } = await request(address, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await body.json()) as { data: readonly SyncState[] };
    if (data.every(({ synced_at: synced }) => synced !== null)) return;
    const failed = data.find(({ phase }) => phase === 'failed');
    if (failed !== undefined) throw new Error(`The demo could not synchronize: ${JSON.stringify(failed)}`);
    await pause(200);
  }
}
