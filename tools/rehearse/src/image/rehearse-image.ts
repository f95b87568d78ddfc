import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../installed/free-port.ts';
import { startServing } from '../installed/installed-command.ts';
import { repository, runPnpm } from '../installed/published-packages.ts';
import { runProgram } from '../installed/run-program.ts';
import { tryServe } from '../installed/try-serve.ts';
import type { Line, Verdict } from '../verdict.ts';
import { besideCommand, type Containment, containedCommand, firstProcessOf } from './contained-command.ts';
import { readImageInstructions } from './image-instructions.ts';
import { makeRootFileSystem } from './root-file-system.ts';

/**
 * Carries out the steps of the Dockerfile without a container runtime: creates its root file system, and runs its command there as process
 * 1, as its user, on a read-only root, with its one volume.
 */
export async function rehearseImage(
  { build }: { readonly build: boolean },
  progress: (text: string) => void,
): Promise<Verdict> {
  const image = readImageInstructions(await readFile(join(repository, 'apps/gateway/deploy/Dockerfile'), 'utf8'));
  const folder = await mkdtemp(join(tmpdir(), 'connectory-image-'));
  const containment: Containment = { ...image, root: join(folder, 'root'), data: join(folder, 'data') };
  try {
    if (build) {
      progress('building');
      await runPnpm(['run', 'build'], repository);
    }
    progress('making the root file system');
    await makeRootFileSystem(containment.root, repository, image);
    await mkdir(containment.data, { mode: 0o700 });
    await chown(containment.data, image.user, image.group);
    const adminToken = randomBytes(32).toString('base64url');
    await writeFile(join(containment.data, 'admin-token'), adminToken, { mode: 0o644 });
    progress('running it');
    const port = String(await freePort());
    const environment = {
      ...image.environment,
      PATH: process.env.PATH ?? '',
      PORT: port,
      CONNECTORY_ADMIN_TOKEN_FILE: join(image.volume, 'admin-token'),
    };
    const program = containedCommand(containment, [...image.entryPoint, ...image.command]);
    const gateway = await startServing(program, folder, environment);
    const pid = firstProcessOf(gateway.pid);
    const lines: Line[] = [...processLines(pid, image.user), await readOnlyLine(pid, containment.root)];
    const served = await tryServe(`http://127.0.0.1:${port}`, adminToken, 'image');
    const check = besideCommand(pid, containment, image.healthCheck);
    lines.push(
      ...served.lines,
      line('HEALTHCHECK of a gateway that runs', await endOf(check, folder, { PORT: port }), 'passed'),
      line(
        'HEALTHCHECK where nothing listens',
        await endOf(check, folder, { PORT: String(await freePort()) }),
        'failed',
      ),
    );
    process.kill(pid, 'SIGTERM');
    lines.push(line('exit code after SIGTERM to process 1', String(await gateway.ended), '0'));
    return { title: 'The steps of the image', lines, failures: served.failures, figures: {} };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(`${containment.root}.packed`, { recursive: true, force: true });
  }
}

const line = (name: string, seen: string, wanted: string): Line => ({ name, seen, wanted, holds: seen === wanted });

function processLines(pid: number, user: number): readonly Line[] {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1]?.trim() ?? '';
  return [
    line('its id in its namespace', of('NSpid').split(/\s+/).at(-1) ?? '', '1'),
    line(
      'its users (real, effective, saved, file system)',
      of('Uid').split(/\s+/).join(' '),
      `${user} ${user} ${user} ${user}`,
    ),
    line('its capabilities', of('CapEff'), '0000000000000000'),
  ];
}

async function readOnlyLine(pid: number, root: string): Promise<Line> {
  const name = 'writing to its root, even by the administrator';
  const seen = await writeFile(`/proc/${pid}/root/opt/connectory/written`, '').then(
    () => 'written',
    (error: NodeJS.ErrnoException) => error.code ?? String(error),
  );
  const hasShell = ['bin/sh', 'usr/bin/sh'].some((path) => existsSync(join(root, path)));
  return line(`${name}; a shell in it`, `${seen}; ${hasShell ? 'yes' : 'none'}`, 'EROFS; none');
}

async function endOf(
  command: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  return runProgram(command, { folder, environment }).then(
    () => 'passed',
    () => 'failed',
  );
}
