import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A server of the bench in a separate process. */
export interface BenchServer {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<unknown>;
}

/** Starts a script of this folder that prints its port. Throws an `Error` if it ends before. */
export async function startScript(script: string, ...parameters: readonly string[]): Promise<BenchServer> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [port] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown];
  if (!(port instanceof Uint8Array)) throw new Error(`${script} ended before it was ready`);
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${String(port).trim()}`,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** Processor seconds that a process has used so far, all threads; Linux only, otherwise 0. */
export async function processorSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

/** Resident memory of a process in MB; Linux only, otherwise 0. */
export async function residentMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
}
