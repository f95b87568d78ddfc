import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ledger } from '@connectory/test-support/fixture-connectors';
import pino from 'pino';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '../src/start/configuration.ts';
import { startGateway } from '../src/start/gateway.ts';
import { search, untilSynced } from './hosted-gateway.ts';
import { executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';

const run = promisify(execFile);

// pg_dump refuses servers that are newer than itself, so that it takes the server it was packaged with.
const major = /\) (\d+)/.exec(printed('pg_dump', '--version'))?.[1];
const programs = `/usr/lib/postgresql/${major}/bin`;
const reason =
  major === undefined ? 'no pg_dump' : existsSync(join(programs, 'postgres')) ? undefined : `no server in ${programs}`;
if (reason !== undefined) console.warn(`The backup of PostgreSQL in the operations guide is not tried: ${reason}.`);

describe.skipIf(reason !== undefined)('a backup of PostgreSQL, with the commands of the operations guide', () => {
  const secretKey = Buffer.alloc(32, 9).toString('base64');
  let folder: string;
  let server: ReturnType<typeof spawn>;
  let gateway: RunningGateway;
  const urlOf = (name: string) => `postgres://postgres@localhost/${name}?host=${encodeURIComponent(folder)}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'connectory-pg-'));
    await chmod(folder, 0o755);
    // A server does not run as root.
    const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g'), cwd: folder } : { cwd: folder };
    if ('uid' in account) await run('chown', [`${account.uid}:${account.gid}`, folder]);
    const data = join(folder, 'data');
    await run(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      account,
    );
    const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'max_connections=200'];
    const given = settings.flatMap((setting) => ['-c', setting]);
    server = spawn(join(programs, 'postgres'), ['-D', data, ...given], { ...account, stdio: 'ignore' });
    await vi.waitFor(() => shell('createdb source'), { interval: 200 });
    // The gateway's role, which owns its databases and may do nothing else.
    await shell('createuser connectory; createdb --owner=connectory restored');
    const configuration = { mode: 'hosted', databaseUrl: urlOf('source'), secretKey } as const;
    gateway = await startRunningGateway({ connectors: [ledger], configuration });
    await untilSynced(gateway, 'ledger', ['customers']);
  });
  afterAll(async () => {
    await gateway?.stop();
    server?.kill('SIGINT');
    await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve(null)));
    await rm(folder, { recursive: true, force: true });
  });

  const shell = (script: string, database = urlOf('source')) =>
    run('sh', ['-ec', script], {
      cwd: folder,
      env: { PATH: process.env.PATH, PGHOST: folder, PGUSER: 'postgres', CONNECTORY_DATABASE_URL: database },
    });

  it('is made while the gateway runs, and restored into another database', async () => {
    const guide = await readFile(new URL('../../docs/guide/operate.md', import.meta.url), 'utf8');
    const blocks = Array.from(
      guide.matchAll(/^```sh \(run by apps\/gateway\/test\/postgres-backup\.test\.ts\)\n([\s\S]*?)^```$/gm),
      ([, block = '']) => block,
    );
    const [dump = ''] = blocks.filter((block) => block.startsWith('pg_dump'));
    const [restore = ''] = blocks.filter((block) => block.startsWith('pg_restore'));
    const create = { entity: 'customers', action: 'create', params: { name: 'Before the backup' } };
    const created = await gateway.execute('ledger', create);
    expect(created.status).toBe(200);
    const [, during] = await Promise.all([
      shell(dump),
      gateway.execute('ledger', { entity: 'customers', action: 'list', params: {} }),
    ]);
    expect(during.status).toBe(200);
    const remote = urlOf('restored').replace('//postgres@', '//connectory@');
    await shell(restore, remote);
    expect((await search(gateway, 'ledger', 'customers')).status).toBe(200);

    const configuration = readConfiguration({
      PORT: '0',
      CONNECTORY_DATABASE_URL: remote,
      CONNECTORY_SECRET_KEY: secretKey,
      CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    });
    const restored = await startGateway(configuration, [ledger], pino({ level: 'silent' }));
    const send = async (path: string, body?: object) => {
      const response = await request(restored.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.statusCode, text: await response.body.text() };
    };
    try {
      const path = executePath(gateway.connection('ledger'));
      const query = { filter: { like: { name: 'Before the backup' } } };
      const found = await send(path, { entity: 'customers', action: 'context_store_search', params: { query } });
      expect(found.text).toContain('Before the backup');
      expect((await send(path, { entity: 'customers', action: 'list', params: {} })).status).toBe(200);
      const audit = await send('/api/v1/workspaces/test/audit?action=create&entity=customers');
      expect(audit.text).toContain(String(created.headers['x-request-id']));
    } finally {
      await restored.close();
    }
  });
});

function printed(command: string, option: string): string {
  try {
    return execFileSync(command, [option], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

const idOf = (option: '-u' | '-g') => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
