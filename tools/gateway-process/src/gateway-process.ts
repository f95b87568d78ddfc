import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { gatewayEnvironment, gatewayOptions } from '@connectory/launch/gateway-options.mjs';

/** A gateway in a separate process. */
export interface GatewayProcess {
  readonly url: string;
  readonly pid: number;
  /** Its output so far. */
  output(): string;
  /** Whether it has ended, by itself or because it was stopped. */
  hasEnded(): boolean;
  /** Terminates it gracefully, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it as `kill -9` does, and waits until it has ended. */
  kill(): Promise<void>;
}

const listening = / on (http:\/\/\S+)/;

/**
 * Starts a program of apps/gateway on a free port, with only the given environment, and waits until it has printed all lines of its start.
 * Throws an `Error` with its output if it ends before.
 */
export async function startGatewayProcess(
  program: 'demo' | 'main',
  environment: Readonly<Record<string, string>>,
): Promise<GatewayProcess> {
  const file = fileURLToPath(new URL(`../../../apps/gateway/src/${program}.ts`, import.meta.url));
  // NODE_COMPILE_CACHE only makes the start faster.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...gatewayOptions, file], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...gatewayEnvironment, ...environment },
  });
  let text = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const printed = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      // The demo ends its output with a command to try, on separate lines.
      const isComplete = program === 'main' || /Try it:[\s\S]*\n\n$/.test(text);
      if (listening.test(text) && isComplete) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
  });
  await Promise.race([printed, ended]);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const url = listening.exec(text)?.[1];
  if (url === undefined || hasEnded()) throw new Error(`The gateway (${program}) did not start: ${text}`);
  return {
    url,
    pid: child.pid ?? 0,
    output: () => text,
    hasEnded,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
