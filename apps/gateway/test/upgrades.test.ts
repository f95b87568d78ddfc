import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RawValue } from '@connectory/connector-sdk';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { ledger } from '@connectory/test-support/fixture-connectors';
import pino from 'pino';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backUp } from '../src/back-up.ts';
import { readConfiguration } from '../src/configuration.ts';
import { type Gateway, startGateway } from '../src/gateway.ts';
import { temporaryDirectory } from './gateway-process.ts';
import { executePath } from './running-gateway.ts';

// What the first release made: its database, its key file and the token it showed.
const database = await readFile(new URL('fixtures/first-release.sql', import.meta.url), 'utf8');
const key = 'JWeDgO/VtCJgyIj/Qv+DO0+6FE6gc50RQbeak/Ray/I=\n';
const token = 'cty_UMDFX-aCn8n5oJptthwCbQ18R9gYGbAWlkE4Ub8CXXY';
const connection = '5fb31cf5-fb86-4234-8489-e204cf47d235';

describe('a data directory of the first release', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let upstreams: RunningSandbox;
  let data: string;
  let gateway: Gateway | undefined;

  beforeEach(async () => {
    directory = await temporaryDirectory();
    data = join(directory.path, 'data');
    await mkdir(data, { mode: 0o700 });
    upstreams = await startSandbox({ connectors: [ledger] });
    const file = new DatabaseSync(join(data, 'connectory.sqlite'));
    file.exec(database.replaceAll('http://127.0.0.1:9', upstreams.sandbox.baseUrl(upstreams.origin, 'ledger')));
    file.close();
    await writeFile(join(data, 'secret-key'), key, { mode: 0o600 });
  });
  afterEach(async () => {
    await gateway?.close();
    gateway = undefined;
    await upstreams.stop();
    await directory.remove();
  });

  const environment = () => ({ PORT: '0', CONNECTORY_DATA_DIR: data, CONNECTORY_EGRESS_ALLOW: '127.0.0.1' });
  const start = async () => {
    gateway = await startGateway(readConfiguration(environment()), [ledger], pino({ level: 'silent' }));
  };
  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await request(`${gateway?.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, json: (await answer.body.json()) as RawValue };
  };
  const call = (action: string, params: object) =>
    send('POST', executePath(connection), { entity: 'customers', action, params });

  it('is brought up to date: its token calls, its credential is read, its copy is made', async () => {
    await start();
    expect((await call('list', { limit: 2 })).json.data).toHaveLength(2);
    const { json } = await send('GET', '/api/v1/integrations/connectors');
    expect(json.data).toMatchObject([{ id: connection, name: 'books' }]);
    await vi.waitFor(async () => expect((await call('context_store_search', { query: {} })).status).toBe(200), {
      interval: 200,
    });
    await gateway?.close();
    gateway = undefined;
    const file = new DatabaseSync(join(data, 'connectory.sqlite'));
    const entries = file.prepare("select outcome from audit where request_id = 'from-the-first-release'").all();
    expect(entries.map((entry) => entry.outcome)).toEqual([502]);
    file.close();
  });

  it('cannot be opened by a version that is older than it, and goes back with the backup made before', async () => {
    const { directory: backup } = await backUp(environment(), join(directory.path, 'backup'));
    const file = new DatabaseSync(join(data, 'connectory.sqlite'));
    const steps = Number(file.prepare('select count(*) as steps from connectory_migrations').get()?.steps);
    await start();
    await gateway?.close();
    gateway = undefined;
    const now = Number(file.prepare('select count(*) as steps from connectory_migrations').get()?.steps);
    expect(now).toBeGreaterThan(steps);
    file.prepare('insert into connectory_migrations values (?, ?, ?, ?)').run('control-plane', now, '999-later', 'now');
    file.close();
    await expect(start()).rejects.toThrow(/newer version/);
    await rm(data, { recursive: true });
    data = backup;
    await writeFile(join(data, 'secret-key'), key, { mode: 0o600 });
    const before = new DatabaseSync(join(data, 'connectory.sqlite'));
    expect(Number(before.prepare('select count(*) as steps from connectory_migrations').get()?.steps)).toBe(steps);
    before.close();
    await start();
    expect((await call('list', { limit: 2 })).status).toBe(200);
  });
});
