import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installCommand } from './installed-command.ts';
import { adminToken, type ServedGateway, startServedGateway } from './served-gateway.ts';
import { runInTest } from './test-terminal.ts';

const guide = await readFile(new URL('../../docs/guide/operate.md', import.meta.url), 'utf8');

/** The shell block of the guide that has this text in it. */
function blockWith(text: string): string {
  const blocks = Array.from(
    guide.matchAll(/^```sh \(run by apps\/cli\/test\/operations-guide\.test\.ts\)\n([\s\S]*?)^```$/gm),
    ([, block = '']) => block,
  );
  const found = blocks.filter((block) => block.includes(text));
  if (found.length !== 1) throw new Error(`${found.length} blocks of the guide have "${text}"`);
  return found[0] as string;
}

describe('the commands of the operations guide', () => {
  let gateway: ServedGateway;
  let environment: Record<string, string>;
  let restored: ChildProcess | undefined;

  beforeAll(async () => {
    gateway = await startServedGateway();
    environment = { PATH: await installCommand(gateway.folder), HOME: gateway.folder };
  });
  afterAll(async () => {
    restored?.kill('SIGKILL');
    await gateway.stop();
  });

  // The folders of the guide belong to a machine; these to the test.
  const here = (block: string, dataDirectory: string) =>
    block
      .replaceAll('/var/lib/connectory', dataDirectory)
      .replaceAll('/var/backups', join(gateway.folder, 'backups'))
      .replaceAll('/safe/place', join(gateway.folder, 'safe'));

  it('back up a gateway that runs, and restore it elsewhere', async () => {
    const asAdmin = (url: string) => ({
      environment: { CONNECTORY_URL: url, CONNECTORY_TOKEN: adminToken, CONNECTORY_WORKSPACE: 'acme' },
    });
    for (const command of [
      ['workspaces', 'create', 'acme'],
      ['tokens', 'create', 'reporting'],
    ])
      expect((await runInTest(command, asAdmin(gateway.url))).error).toBe('');
    const data = join(gateway.folder, 'data');
    const { stdout } = await promisify(execFile)('sh', ['-ec', here(blockWith('connectory backup'), data)], {
      env: environment,
    });
    expect(JSON.parse(stdout).files).toContain('connectory.sqlite');
    await mkdir(join(gateway.folder, 'safe'));
    await cp(join(data, 'secret-key'), join(gateway.folder, 'safe', 'secret-key'));

    const script = here(blockWith('cp -R'), join(gateway.folder, 'elsewhere')).replace(
      /^connectory serve$/m,
      'exec $&',
    );
    restored = spawn('sh', ['-ec', script], {
      env: { ...environment, PORT: '0', CONNECTORY_ADMIN_TOKEN: adminToken },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    restored.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const url = () => /on (http:\/\/\S+)/.exec(printed)?.[1];
    await expect.poll(url).toBeDefined();
    const { out } = await runInTest(['tokens', 'list'], asAdmin(url() ?? ''));
    expect(out).toContain('reporting');
    restored.kill('SIGTERM');
    await once(restored, 'exit');
  });

  it('set the keys that stand for the three steps', async () => {
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-ec', blockWith('CONNECTORY_SECRET_KEY=$OLD').replaceAll(/ #.*$/gm, '; echo $CONNECTORY_SECRET_KEY')],
      { env: { OLD: 'old', NEW: 'new' } },
    );
    expect(stdout.trim().split('\n')).toEqual(['old,new', 'new,old', 'new']);
  });
});
