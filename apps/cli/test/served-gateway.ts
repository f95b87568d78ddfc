import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { fixtureConnectors, installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';

/** Path of the command's source. */
export const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The admin token of the gateways of these tests. */
export const adminToken = 'admin-token-of-the-command-line-tests';

/** A gateway that `connectory serve` runs in a separate process, with the made-up connectors, whose simulated upstreams are in this one. */
export interface ServedGateway {
  readonly url: string;
  readonly upstreams: RunningSandbox;
  /** The variables that give another process the same connectors. */
  readonly installed: Readonly<Record<string, string>>;
  /** An empty folder for the files of the test. */
  readonly folder: string;
  /** Stops the gateway as an operator does; returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts simulated upstreams, and a gateway on a free port that may call them and other hosts. Throws if it ends before it listens. */
export async function startServedGateway(hosts: readonly string[] = []): Promise<ServedGateway> {
  const upstreams = await startSandbox({
    connectors: fixtureConnectors,
    sandboxes: fixtureSandboxes,
    recordsPerEntity: 25,
  });
  const folder = await mkdtemp(join(tmpdir(), 'connectory-cli-'));
  const dataDirectory = join(folder, 'data');
  const installed = {
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_TRUSTED_CONNECTORS: await installFixtureConnectors(dataDirectory),
  };
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      ...installed,
      CONNECTORY_ADMIN_TOKEN: adminToken,
      CONNECTORY_EGRESS_ALLOW: [new URL(upstreams.origin).host, ...hosts].join(),
      CONNECTORY_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended: Promise<number | null> = once(child, 'close').then(([code]) => code as number | null);
  return {
    url: await addressOf(child),
    upstreams,
    installed,
    folder,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      await upstreams.stop();
      await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The gateway has no output.');
  for await (const line of createInterface(stdout)) {
    const [, url] = / on (http:\/\/\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The gateway ended before it listened; the reason stands above.');
}
