import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program of this package in a separate process. */
export interface GatewayProcess {
  readonly child: ChildProcess;
  /** The URL it printed. */
  readonly url: string;
  /** Its output so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  /** Sends a signal and waits for the end; returns the exit code, null if the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `src/<program>.ts` with only this environment, and waits until it prints its URL. Throws if it ends before. `through` is a command
 * that wraps it.
 */
export async function startGatewayProcess(
  program: 'main' | 'demo',
  environment: Readonly<Record<string, string>>,
  through: readonly string[] = [],
): Promise<GatewayProcess> {
  const { child, output, ended } = spawnProgram(program, environment, through);
  const listening = /on (http:\/\/\S+)/;
  const printed = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => {
      if (listening.test(output().stdout)) resolve();
    });
  });
  await Promise.race([printed, ended]);
  const url = listening.exec(output().stdout)?.[1];
  if (url === undefined) throw new Error(`${program} did not start: ${output().stderr}`);
  return {
    child,
    url,
    output,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return ended;
    },
  };
}

/** Runs `src/<program>.ts` to its end. */
export async function runProgram(
  program: 'main' | 'demo',
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const { output, ended } = spawnProgram(program, environment);
  return { code: await ended, ...output() };
}

function spawnProgram(program: string, environment: Readonly<Record<string, string>>, through: readonly string[] = []) {
  const file = fileURLToPath(new URL(`../src/${program}.ts`, import.meta.url));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const [command = process.execPath, ...rest] = [...through, process.execPath, file];
  const child = spawn(command, rest, { env: { PATH, NODE_COMPILE_CACHE, ...environment } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, ended, output: () => ({ stdout, stderr }) };
}

/** Creates a directory for the duration of a test; `remove` deletes it. */
export async function temporaryDirectory(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'connectory-process-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
