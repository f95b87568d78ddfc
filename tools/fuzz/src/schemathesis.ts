import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const requirements = fileURLToPath(new URL('../requirements.txt', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));
const windows = process.platform === 'win32';
const longestInstallation = 300_000;

/** The `schemathesis` program, or why there is none on this machine. */
export type Schemathesis = { readonly program: string } | { readonly missing: string };

/**
 * Finds schemathesis. The first time, the pinned release and its dependencies are installed from PyPI into a virtual environment below
 * `node_modules/.cache`.
 */
export function findSchemathesis(): Schemathesis {
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const folder = join(cache, `schemathesis-${wanted}`);
  const programs = join(folder, windows ? 'Scripts' : 'bin');
  const complete = join(folder, 'complete');
  const program = join(programs, 'schemathesis');
  if (existsSync(complete)) return { program };
  const check = 'import sys; sys.exit(sys.version_info < (3, 10))';
  const python = ['python3', 'python'].find((name) => succeeds(name, ['-c', check]));
  if (python === undefined) return { missing: 'there is no Python 3.10 or newer' };
  rmSync(folder, { recursive: true, force: true });
  if (!succeeds(python, ['-m', 'venv', folder])) return { missing: 'Python has no module venv' };
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r', requirements];
  if (!succeeds(join(programs, 'python'), install)) return { missing: 'schemathesis could not be installed from PyPI' };
  writeFileSync(complete, '');
  return { program };
}

function succeeds(command: string, options: readonly string[]): boolean {
  return spawnSync(command, options, { stdio: 'ignore', timeout: longestInstallation }).status === 0;
}

/** Runs schemathesis in a folder, where it finds its configuration; returns the exit code and its output. */
export async function runSchemathesis(
  program: string,
  options: readonly string[],
  folder: string,
  longest: number,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(program, options, { cwd: folder, timeout: longest, env: { ...process.env, PYTHONUTF8: '1' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, output };
}
