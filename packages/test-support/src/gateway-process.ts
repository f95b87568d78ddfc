import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { gatewayEnvironment, gatewayOptions } from '../../../tools/launch/gateway-options.mjs';

/** A gateway in a separate process. */
export interface GatewayProcess {
  readonly url: string;
  readonly pid: number;
  /** Its output so far. */
  output(): string;
  /** Whether it has ended, by itself or because it was stopped. */
  hasEnded(): boolean;
  /** Terminates it gracefully, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it as `kill -9` does, and waits until it has ended. */
  kill(): Promise<void>;
}

const listening = / on (http:\/\/\S+)/;

/**
 * Starts a program of apps/gateway, or another one that serves a gateway, on a free port, with only the given environment, and waits until
 * it has printed all lines of its start. Throws an `Error` with its output if it ends before.
 */
export async function startGatewayProcess(
  program: 'demo' | 'main' | URL,
  environment: Readonly<Record<string, string>>,
): Promise<GatewayProcess> {
  const file = fileURLToPath(
    program instanceof URL ? program : new URL(`../../../apps/gateway/src/${program}.ts`, import.meta.url),
  );
  // NODE_COMPILE_CACHE only makes the start faster.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...gatewayOptions, file], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...gatewayEnvironment, ...environment },
  });
  let text = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const printed = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      // The demo ends its output with a command to try, on separate lines.
      const isComplete = program !== 'demo' || /Try it:[\s\S]*\n\n$/.test(text);
      if (listening.test(text) && isComplete) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
  });
  await Promise.race([printed, ended]);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const url = listening.exec(text)?.[1];
  if (url === undefined || hasEnded()) throw new Error(`The gateway (${program}) did not start: ${text}`);
  return {
    url,
    pid: child.pid ?? 0,
    output: () => text,
    hasEnded,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

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
