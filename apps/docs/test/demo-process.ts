import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { repository } from '../src/repository.ts';

// As the guides have it.
const adminToken = 'the-admin-token-of-this-guide';

/** A demo gateway that runs as `npm start` runs it, with its data in a folder of its own. */
export interface DemoProcess {
  readonly url: string;
  readonly token: string;
  /** The folder in which `.connectory` is its data directory, as for somebody who typed `npm start` there. */
  readonly directory: string;
  stop(): Promise<void>;
}

/** Starts a demo at a free port and waits until its copies are synchronised. Throws an `Error` with what it wrote when it ends before. */
export async function startDemo(): Promise<DemoProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'connectory-docs-'));
  const dataDirectory = join(directory, '.connectory');
  const child = spawn(process.execPath, [join(repository, 'apps/gateway/src/demo.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      CONNECTORY_DATA_DIR: dataDirectory,
      CONNECTORY_ADMIN_TOKEN: adminToken,
    },
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (written += chunk));
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  while (!/Try it:[\s\S]*\n\n$/.test(written)) {
    if (child.exitCode !== null) throw new Error(`The demo ended: ${written}`);
    await pause(50);
  }
  const url = / on (http:\/\/\S+)/.exec(written)?.[1] ?? '';
  const token = (await readFile(join(dataDirectory, 'demo-token'), 'utf8')).trim();
  const ids = [...written.matchAll(/^ {2}[a-z0-9-]+ +([0-9a-f-]{36})$/gm)].map(([, id = '']) => id);
  try {
    for (const id of ids) await untilSynchronised(`${url}/api/v1/workspaces/demo/connections/${id}/syncs`, token);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, token, directory, stop };
}

interface SyncState {
  readonly phase: string;
  readonly synced_at: string | null;
}

async function untilSynchronised(address: string, token: string): Promise<void> {
  for (;;) {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await answer.json()) as { data: readonly SyncState[] };
    if (data.every(({ synced_at: synced }) => synced !== null)) return;
    const failed = data.find(({ phase }) => phase === 'failed');
    if (failed !== undefined) throw new Error(`The demo could not synchronise: ${JSON.stringify(failed)}`);
    await pause(200);
  }
}
