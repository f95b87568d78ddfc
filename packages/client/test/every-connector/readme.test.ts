import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startDemo } from '@connectory/gateway-process';
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/index.ts';

it('does what the README says', async () => {
  const demo = await startDemo();
  onTestFinished(async () => void (await demo.stop()));
  const client = createClient(demo);
  const id = demo.connections.get('payments') ?? '';
  const { connections } = client.workspace('demo');
  const isReady = async () =>
    (await connections.syncs(id)).some(({ entity, ready }) => entity === 'customers' && ready);
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 100));
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, program = '', printed = ''] = /```ts\n(.+?)```.+?```\n(.+?)```/s.exec(readme) ?? [];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program.replace('http://127.0.0.1:8080', demo.url)],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH: process.env.PATH, CONNECTORY_TOKEN: demo.token },
    },
  );
  expect(stdout).toBe(printed);
});
