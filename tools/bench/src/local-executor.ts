import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { callsAtOnce, type Sample } from './load.ts';

const run = promisify(execFile);
const version = '0.1.380';
const folder = fileURLToPath(new URL(`../../../node_modules/.cache/local-executor-${version}/`, import.meta.url));
const program = fileURLToPath(new URL('local-executor.py', import.meta.url));

/** Installs Airbyte's executor below `node_modules/.cache`; returns the path of its Python, or null if Python or PyPI is missing. */
export async function prepareLocalExecutor(): Promise<string | null> {
  const python = `${folder}bin/python`;
  const check = 'import airbyte_agent_sdk';
  if (existsSync(python) && (await run(python, ['-c', check]).then(...succeeds))) return python;
  mkdirSync(folder, { recursive: true });
  const install = ['-m', 'pip', 'install', '--quiet', `airbyte-agent-sdk==${version}`];
  const isInstalled =
    (await run('python3', ['-m', 'venv', folder]).then(...succeeds)) &&
    (await run(python, install).then(...succeeds)) &&
    (await run(python, ['-c', check]).then(...succeeds));
  return isInstalled ? python : null;
}

const succeeds = [() => true, () => false] as const;

/** Measures lists of the executor, which runs in the process that calls it, for some seconds after a warm-up of its own. */
export async function measureLocalExecutor(
  python: string,
  upstream: string,
  size: number,
  seconds: number,
): Promise<Sample> {
  const numbers = [size, callsAtOnce, 1, seconds].map(String);
  const { stdout } = await run(python, [program, upstream, ...numbers], {
    env: { ...process.env, AIRBYTE_TELEMETRY_MODE: 'disabled' },
  });
  const spent = JSON.parse(stdout) as { calls: number; seconds: number; processor: number };
  const callsPerSecond = spent.calls / spent.seconds;
  const wait = (callsAtOnce / callsPerSecond) * 1000;
  return { processor: (spent.processor / spent.calls) * 1e6, callsPerSecond, p50: wait, p99: wait };
}
