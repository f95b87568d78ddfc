import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { gatewayEnvironment, gatewayOptions } from '@connectory/launch/gateway-options.mjs';

/** A gateway that runs as a process of its own. */
export interface GatewayProcess {
  readonly url: string;
  readonly pid: number;
  /** All it wrote so far. */
  output(): string;
  /** Whether it has ended, by itself or because it was stopped. */
  hasEnded(): boolean;
  /** Asks it to end, and gives its exit code. */
  stop(): Promise<number | null>;
  /** Ends it at once, as `kill -9` does, and waits until it is gone. */
  kill(): Promise<void>;
}

const listening = / on (http:\/\/\S+)/;

/**
 * Starts a program of apps/gateway at a free port, with nothing in its environment but what is given, and waits until it has said all
 * it says at its start. Throws an `Error` with what it wrote when it ends before.
 */
export async function startGatewayProcess(
  program: 'demo' | 'main',
  environment: Readonly<Record<string, string>>,
): Promise<GatewayProcess> {
  const file = fileURLToPath(new URL(`../../../apps/gateway/src/${program}.ts`, import.meta.url));
  // The second makes the start faster and changes nothing.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...gatewayOptions, file], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...gatewayEnvironment, ...environment },
  });
  let text = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const printed = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      // The demo ends with a command to try, in lines of its own.
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
