import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts';

/** The demo as started by `npm start`. */
export interface DemoProcess extends GatewayProcess {
  /** A token of the workspace `demo`. */
  readonly token: string;
  /** Ids of the connections of the workspace `demo`, by name. */
  readonly connections: ReadonlyMap<string, string>;
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
  return {
    ...demo,
    token: (await readFile(join(dataDirectory, 'demo-token'), 'utf8')).trim(),
    connections: new Map(Array.from(ids, ([, name = '', id = '']) => [name, id])),
    stop: async () => {
      const code = await demo.stop();
      if (temporary !== null) await rm(temporary, { recursive: true, force: true });
      return code;
    },
  };
}
