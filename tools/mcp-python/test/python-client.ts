import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
const program = fileURLToPath(new URL('use-tools.py', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/mcp-python/', import.meta.url));

/** The Python with the client, in an environment that is kept for later runs; or why there is none. */
export type PythonClient = { readonly python: string } | { readonly missing: string };

/** Creates the environment. Throws if a reachable registry does not have what requirements.txt names. */
export async function preparePythonClient(): Promise<PythonClient> {
  const isNewEnough = 'import sys, venv, ensurepip; print(sys.version); assert sys.version_info >= (3, 11)';
  const about = await run('python3', ['-c', isNewEnough]).catch(() => undefined);
  if (about === undefined) return { missing: 'no Python 3.11 or newer with the module venv is installed' };
  const contents = (await readFile(requirements, 'utf8')) + about.stdout;
  const folder = join(cache, createHash('sha256').update(contents).digest('hex').slice(0, 16));
  const python = join(folder, 'bin', 'python');
  const ready = join(folder, 'ready');
  if (existsSync(ready)) return { python };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run('python3', ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet'];
  try {
    await run(python, [...pip, 'install', '--no-deps', '--only-binary=:all:', '-r', requirements]);
  } catch (error) {
    // A small package shows whether the registry responds at all.
    const isReached = run(python, [...pip, 'download', '--no-deps', '--dest', folder, 'six==1.17.0']);
    if (
      await isReached.then(
        () => true,
        () => false,
      )
    )
      throw error;
    return { missing: 'PyPI cannot be reached' };
  }
  await writeFile(ready, '');
  return { python };
}

/** Runs the program with `given` as its input and returns its parsed output. Throws an `Error` with the output if it fails. */
export async function useTools(python: string, given: object): Promise<unknown> {
  const child = spawn(python, [program]);
  child.stdin.end(JSON.stringify(given));
  const [printed, wrote] = await Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    return JSON.parse(printed);
  } catch {
    throw new Error(`use-tools.py failed: ${wrote}`);
  }
}
