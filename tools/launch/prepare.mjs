import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether programs are started through a shell. */
export const windows = process.platform === 'win32';

/** The exact pnpm, such as `pnpm@12.21.0`. */
export const { packageManager } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const marker = 'node_modules/.cache/installed-lockfile';

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The Node.js that the repository pins; it exists after {@link prepare}. */
export const pinnedNode = join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node');

/** The environment of all processes started here: the pinned Node.js and the installed commands come first. */
export const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  TURBO_TELEMETRY_DISABLED: '1',
  // Compiled sources are cached: each gateway process that a test starts is ready in two thirds of the time.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
};

/**
 * Runs the exact pnpm that package.json names, with its output visible; returns the exit code.
 * @param {string[]} commandArguments
 */
export function runPnpm(...commandArguments) {
  const result = spawnSync('npx', ['--yes', packageManager, ...commandArguments], {
    cwd: root,
    env: environment,
    shell: windows,
    stdio: 'inherit',
  });
  if (result.error)
    console.error(`npx could not be started (${result.error.message}). It comes with Node.js: reinstall Node.js.`);
  return result.status ?? 1;
}

/** Installs the dependencies of pnpm-lock.yaml unless they are installed; ends the process if that fails. */
export function prepare() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex');
  const installed = existsSync(join(root, marker)) ? readFileSync(join(root, marker), 'utf8') : undefined;
  if (installed === wanted && existsSync(pinnedNode)) return;
  console.log('Installing the dependencies of pnpm-lock.yaml …');
  if (runPnpm('install', '--frozen-lockfile') !== 0) {
    console.error(
      'The installation failed; the reason stands above. If the registry was not reachable, check the network and run the ' +
        `same command again. If pnpm-lock.yaml is out of date, run \`npx --yes ${packageManager} install\` and commit it.`,
    );
    process.exit(1);
  }
  mkdirSync(join(root, dirname(marker)), { recursive: true });
  writeFileSync(join(root, marker), wanted);
}
