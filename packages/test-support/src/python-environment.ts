import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/python/', import.meta.url));

/** The exit code and the output of a program. */
interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A Python with packages, or why there is none. `pathOf` is the folder of a separate package, for `PYTHONPATH`. */
export type PythonEnvironment =
  | { readonly python: string; readonly pathOf: (requirement: string) => string }
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
 * Creates a virtual environment with the packages of a requirements file, in the cache of node_modules, where later runs find it.
 * Each of `separate`, such as `six==1.17.0`, is installed into a folder of its own. Throws if a reachable registry does not have a package.
 */
export async function preparePython(requirements: URL, separate: readonly string[] = []): Promise<PythonEnvironment> {
  const found = await findPython();
  if (found === undefined) return { missing: 'no Python 3.11 or newer with the module venv is installed' };
  const contents = [await readFile(requirements, 'utf8'), found.about, ...separate].join('\n');
  const folder = join(cache, createHash('sha256').update(contents).digest('hex').slice(0, 16));
  const python = join(folder, 'bin', 'python');
  const environment = { python, pathOf: (requirement: string) => join(folder, requirement) };
  const ready = join(folder, 'ready');
  if (await exists(ready)) return environment;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const created = await run(found.command, ['-m', 'venv', folder]);
  if (created.code !== 0) return { missing: `python -m venv failed: ${lastLine(created)}` };
  const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check'];
  const installs = [
    ['-r', fileURLToPath(requirements)],
    ...separate.map((requirement) => ['--target', environment.pathOf(requirement), requirement]),
  ];
  for (const what of installs) {
    const installed = await run(python, [...pip, 'install', '--no-deps', '--only-binary=:all:', ...what]);
    if (installed.code === 0) continue;
    // A small package shows whether the registry responds at all.
    const small = await run(python, [...pip, 'download', '--no-deps', '--dest', cache, 'six==1.17.0']);
    if (small.code === 0) throw new Error(`pip install ${what.join(' ')} failed: ${installed.stderr}`);
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

const lastLine = ({ stderr, stdout }: Ended) => (stderr || stdout).trim().split('\n').at(-1) ?? '';

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
