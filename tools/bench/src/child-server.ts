import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { gatewayOptions } from '../../launch/gateway-options.mjs';
import { cpuSeconds } from './process-figures.ts';

/** A server of the bench in a separate process. */
export interface ChildServer {
  readonly pid: number;
  /** The words it printed when it was ready, the port first. */
  readonly printed: readonly string[];
  /** Processor seconds used so far; Linux only, otherwise 0. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a script of this folder, with the Node.js options of a gateway, and waits until it prints its line. */
export async function startChild(script: string, ...parameters: readonly string[]): Promise<ChildServer> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [...gatewayOptions, path, ...parameters], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const printed = await firstLine(child);
  const pid = child.pid ?? 0;
  return {
    pid,
    printed,
    cpuSeconds: () => cpuSeconds(pid),
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function firstLine(child: ChildProcess): Promise<readonly string[]> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end).split(' ');
  }
  throw new Error('a server of the bench ended before it was ready');
}
