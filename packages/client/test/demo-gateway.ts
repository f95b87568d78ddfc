import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The demo as `npm start` runs it, in a process of its own. */
export interface DemoGateway {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** Starts the demo on a free port, with a data directory that is gone when it stops. Throws when it ends before it listens. */
export async function startDemoGateway(): Promise<DemoGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'connectory-client-'));
  const program = fileURLToPath(new URL('../../../apps/gateway/src/demo.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, PORT: '0', CONNECTORY_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const url = await listeningOn(createInterface(child.stdout));
  return {
    url,
    token: (await readFile(join(folder, 'demo-token'), 'utf8')).trim(),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listeningOn(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, url] = / on (http:\/\/\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The demo ended before it listened; the reason stands above.');
}
