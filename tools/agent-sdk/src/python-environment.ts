import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/agent-sdk/', import.meta.url));

/** The newest version of the SDK when this was written. */
export const newest = '0.1.380';

/** The exit code and the output of a program. */
interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A Python with the SDK, or why there is none. */
export type PythonEnvironment =
  | { readonly python: string; readonly pathOf: (version: string) => string }
  | { readonly missing: string };

/** Runs a program with text as its standard input. */
export function run(
  command: string,
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, options, { env: { ...process.env, ...environment }, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.on('error', (error) => resolve({ code: null, stdout, stderr: error.message }));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/**
 * Creates a virtual environment with these versions of the SDK side by side, in the cache of node_modules, where later runs find it. Throws
 * if a reachable registry does not have what requirements.txt names.
 */
export async function prepareEnvironment(versions: readonly string[]): Promise<PythonEnvironment> {
  const found = await findPython();
  if (found === undefined) return { missing: 'no Python 3.11 or newer with the module venv is installed' };
  const requirements = join(here, 'requirements.txt');
  const contents = [await readFile(requirements, 'utf8'), found.about, ...versions].join('\n');
  const folder = join(cache, createHash('sha256').update(contents).digest('hex').slice(0, 16));
  const python = join(folder, 'bin', 'python');
  const environment = { python, pathOf: (version: string) => join(folder, version) };
  const ready = join(folder, 'ready');
  if (await exists(ready)) return environment;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const made = await run(found.command, ['-m', 'venv', folder]);
  if (made.code !== 0) return { missing: `python -m venv failed: ${lastLine(made)}` };
  const install = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '--only-binary=:all:',
  ];
  const installs = [
    ['-r', requirements],
    ...versions.map((version) => ['--target', environment.pathOf(version), `airbyte-agent-sdk==${version}`]),
  ];
  for (const what of installs) {
    const installed = await run(python, [...install, ...what]);
    if (installed.code === 0) continue;
    if (await reachesRegistry(python)) throw new Error(`pip install ${what.join(' ')} failed: ${installed.stderr}`);
    return { missing: `PyPI cannot be reached: ${lastLine(installed)}` };
  }
  await writeFile(ready, '');
  return environment;
}

async function findPython(): Promise<{ command: string; about: string } | undefined> {
  const program = 'import sys, venv, ensurepip; print(sys.version); sys.exit(sys.version_info < (3, 11))';
  for (const command of ['python3.12', 'python3.11', 'python3.13', 'python3']) {
    const { code, stdout } = await run(command, ['-c', program]);
    if (code === 0) return { command, about: stdout };
  }
  return undefined;
}

// A small package shows whether the registry responds at all.
async function reachesRegistry(python: string): Promise<boolean> {
  const { code } = await run(python, ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', cache, 'six==1.17.0']);
  return code === 0;
}

const lastLine = ({ stderr, stdout }: Ended) => (stderr || stdout).trim().split('\n').at(-1) ?? '';

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
