import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { freePort } from '../installed/free-port.ts';
import { runProgram } from '../installed/run-program.ts';

/** A registry on this machine with the packages published to it, and all others from npm's configured registry. */
export interface LocalRegistry {
  readonly url: string;
  /** Returns the registry's entry for a package. */
  describe(name: string): Promise<RegistryEntry>;
  stop(): Promise<void>;
}

/** A package as the registry describes it. */
interface RegistryEntry {
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, { readonly dist: { readonly integrity: string } }>>;
}

// Installed for the rehearsal of a release: no other command needs it. One of its plugins requires node-fetch by a tag that not every
// mirror has.
const program = { private: true, dependencies: { verdaccio: '6.10.4' }, overrides: { 'node-fetch': '2.7.0' } };
const longestStart = 120_000;

/**
 * Starts a registry that stores its data below a folder. Everybody on this machine may publish `scope` packages to it until it is stopped.
 */
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
  // Written as JSON, which is valid YAML.
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(settings));
  await writeFile(join(folder, 'package.json'), JSON.stringify(program));
  await runProgram(['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline'], { folder });
  const verdaccio = join(folder, 'node_modules/verdaccio/bin/verdaccio');
  const child = spawn(process.execPath, [verdaccio, '--config', join(folder, 'config.yaml'), '--listen', url], {
    cwd: folder,
    stdio: 'ignore',
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const deadline = Date.now() + longestStart;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('verdaccio did not start');
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
