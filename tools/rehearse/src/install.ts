import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { request } from 'undici';
import { atLeast, type Line, type Verdict } from './verdict.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
const maxOutput = 64 * 1024 * 1024;

/** Packs and installs the command into an empty folder, with the commands that the guide prints, and calls its demo once. */
export async function rehearseInstall(progress: (text: string) => void): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'connectory-install-'));
  try {
    progress('building, packing and installing');
    const guide = await readFile(join(repository, 'apps/docs/guide/install.md'), 'utf8');
    const [, commands] =
      /^```sh \(not run: [^\n]*npm run rehearse install runs it\)\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    if (commands === undefined) throw new Error('The guide shows no commands to install the packages.');
    const environment = { ...process.env, npm_config_prefix: folder, npm_config_prefer_offline: 'true' };
    await run('bash', ['-ec', commands], { cwd: repository, env: environment, maxBuffer: maxOutput });
    progress('calling the demo');
    return { title: 'Installed as the guide says', lines: await callDemo(folder), failures: [], figures: {} };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function callDemo(folder: string): Promise<readonly Line[]> {
  const data = join(folder, 'data');
  await mkdir(data);
  const environment = { PATH: process.env.PATH, PORT: '0', CONNECTORY_DATA_DIR: data };
  const demo = spawn(join(folder, 'bin/connectory'), ['demo'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    let output = '';
    for await (const chunk of demo.stdout) {
      output += String(chunk);
      if (/Try it:[\s\S]*\n\n$/.test(output)) break;
    }
    const url = / on (http:\/\/\S+)/.exec(output)?.[1];
    if (url === undefined) return [{ name: 'demo', seen: output.slice(-500), wanted: 'started', holds: false }];
    const authorization = `Bearer ${(await readFile(join(data, 'demo-token'), 'utf8')).trim()}`;
    const listed = await request(`${url}/api/v1/workspaces/demo/connections`, { headers: { authorization } });
    const { data: connections } = (await listed.body.json()) as { readonly data: readonly { readonly id: string }[] };
    const checked = await request(`${url}/api/v1/workspaces/demo/connections/${connections[0]?.id}/check`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    });
    return [
      atLeast('connections of the demo', connections.length, 1),
      {
        name: 'call of a simulated vendor',
        seen: String(checked.statusCode),
        wanted: '200',
        holds: checked.statusCode === 200,
      },
    ];
  } finally {
    demo.kill('SIGKILL');
    if (demo.exitCode === null && demo.signalCode === null) await once(demo, 'exit');
  }
}
