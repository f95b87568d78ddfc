import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { freePort } from '../installed/free-port.ts';
import { runProgram } from '../installed/run-program.ts';

/** A registry on this machine that has what is published to it, and everything else from the registry that npm uses here. */
export interface LocalRegistry {
  readonly url: string;
  /** What the registry says about a package. */
  describe(name: string): Promise<RegistryEntry>;
  stop(): Promise<void>;
}

/** A package as the registry describes it. */
export interface RegistryEntry {
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, { readonly dist: { readonly integrity: string } }>>;
}

// Fetched when a release is rehearsed: no other command needs it.
const program = ['npx', '--yes', 'verdaccio@6.10.4'];
const longestStart = 120_000;

/** Starts a registry whose data lie below a folder. Everybody on this machine may publish `scope` packages to it until it is stopped. */
export async function startLocalRegistry(folder: string, scope: string): Promise<LocalRegistry> {
  await mkdir(folder, { recursive: true });
  const upstream = (await runProgram(['npm', 'config', 'get', 'registry'], { folder })).trim();
  const url = `http://127.0.0.1:${await freePort()}`;
  const settings = {
    storage: join(folder, 'storage'),
    uplinks: { upstream: { url: upstream, timeout: '120s' } },
    packages: {
      [`${scope}/*`]: { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'upstream' },
    },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'json', level: 'warn' },
  };
  // What is JSON is YAML.
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(settings));
  const [command = '', ...commandArguments] = [...program, '--config', join(folder, 'config.yaml'), '--listen', url];
  // A group of its own: npx starts the registry as a child, and both are ended.
  const child = spawn(command, commandArguments, { cwd: folder, stdio: 'ignore', detached: true });
  const end = () => process.kill(-(child.pid ?? 0), 'SIGKILL');
  process.once('exit', end);
  const deadline = Date.now() + longestStart;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program.join(' ')} did not start`);
    await pause(250);
  }
  return {
    url,
    describe: async (name) => {
      const { body } = await request(`${url}/${name.replace('/', '%2f')}`);
      return (await body.json()) as RegistryEntry;
    },
    stop: async () => {
      process.off('exit', end);
      end();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${url}/-/ping`);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
