import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A program of this package in a separate process. */
export interface GatewayProcess {
  readonly child: ChildProcess;
  /** The URL it printed. */
  readonly url: string;
  /** Its output so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  /** Waits until its output matches, since its log is written in batches. Throws if the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
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
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const printed = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(output().stdout);
      if (found !== null) return found;
      if (hasEnded) throw new Error(`${program} ended before it printed ${pattern}: ${output().stderr}`);
      await pause(20);
    }
  };
  const [, url = ''] = await printed(/on (http:\/\/\S+)/);
  return {
    child,
    url,
    output,
    printed,
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
