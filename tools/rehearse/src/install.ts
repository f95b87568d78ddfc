import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { request } from 'undici';
import { atLeast, type Line, type Verdict } from './verdict.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** Packs all published packages, which must have been built, installs the command into an empty folder, and calls its demo once. */
export async function rehearseInstall(progress: (text: string) => void): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'connectory-install-'));
  try {
    progress('packing');
    const names = publishedPackages();
    const filters = names.flatMap((name) => ['--filter', name]);
    const { packageManager } = readManifest(join(repository, 'package.json'));
    const pack = [packageManager ?? 'pnpm', ...filters, 'pack', '--out', join(folder, 'packed/%s.tgz')];
    await run('npx', ['--yes', ...pack], { cwd: repository });
    const tarballs = globSync('packed/*.tgz', { cwd: folder });
    progress(`installing ${tarballs.length} packages`);
    await writeFile(join(folder, 'package.json'), '{"name":"installed","private":true}\n');
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--omit=dev'];
    await run('npm', ['install', ...options, ...tarballs.map((path) => `./${path}`)], { cwd: folder });
    progress('calling the demo');
    const lines = [atLeast('packages installed', tarballs.length, names.length), ...(await callDemo(folder))];
    return { title: `Installed from ${tarballs.length} tarballs`, lines, failures: [], figures: {} };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function callDemo(folder: string): Promise<readonly Line[]> {
  const data = join(folder, 'data');
  await mkdir(data);
  const environment = { PATH: process.env.PATH, PORT: '0', CONNECTORY_DATA_DIR: data };
  const program = join(folder, 'node_modules/@connectory/cli/dist/main.js');
  const demo = spawn(process.execPath, [program, 'demo'], {
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

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly packageManager?: string;
}

const readManifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

function publishedPackages(): readonly string[] {
  return globSync('{packages,connectors,apps,tools}/*/package.json', { cwd: repository })
    .map((path) => readManifest(join(repository, path)))
    .filter((manifest) => manifest.private !== true)
    .map(({ name }) => name);
}
