import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawValue } from '@connectory/connector-sdk';
import { ledger } from '@connectory/test-support/fixture-connectors';
import pino from 'pino';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '../src/start/back-up.ts';
import { readConfiguration } from '../src/start/configuration.ts';
import { startGateway } from '../src/start/gateway.ts';
import { search, untilSynced } from './hosted-gateway.ts';
import { adminToken, executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let folder: string;
let renamed: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-backup-'));
  gateway = await startRunningGateway({ connectors: [ledger], configuration: { mode: 'hosted' } });
  await untilSynced(gateway, 'ledger', ['customers']);
  const { json } = await gateway.execute('ledger', { entity: 'customers', action: 'list', params: { limit: 1 } });
  renamed = json.data[0].id;
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({ CONNECTORY_DATA_DIR: gateway.dataDirectory });
const audit = '/api/v1/workspaces/test/audit?limit=100&entity=customers&action=create';
const customers = { query: { filter: { like: { name: 'During backup%' } } } };

/** Creates a customer and gives the request id of its audit entry. */
async function create(name: string): Promise<string> {
  const response = await gateway.execute('ledger', { entity: 'customers', action: 'create', params: { name } });
  expect(response.status, response.text).toBe(200);
  return String(response.headers['x-request-id']);
}

/** Renames a customer, which changes the database and the copy. */
async function rename(name: string): Promise<void> {
  const params = { id: renamed, name };
  expect((await gateway.execute('ledger', { entity: 'customers', action: 'update', params })).status).toBe(200);
}

/** Runs a second gateway on a restored directory, as on another machine. */
async function onRestored<Result>(
  dataDirectory: string,
  work: (
    send: (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ status: number; json: RawValue }>,
  ) => Promise<Result>,
  secretKey = '',
): Promise<Result> {
  const configuration = readConfiguration({
    PORT: '0',
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_SECRET_KEY: secretKey,
  });
  const restored = await startGateway(configuration, [ledger], pino({ level: 'silent' }));
  try {
    return await work(async (method, path, body) => {
      const response = await request(restored.url + path, {
        method,
        headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.statusCode, json: await response.body.json() };
    });
  } finally {
    await restored.close();
  }
}

describe('a backup of a gateway that goes on running', () => {
  it('loses nothing: connections, tokens, copies and the audit are there elsewhere', async () => {
    const before = await Promise.all(['During backup 1', 'During backup 2', 'During backup 3'].map(create));
    let isDone = false;
    // Calls go on, so that the files change while they are copied.
    const load = Promise.all(
      Array.from({ length: 4 }, async (_, worker) => {
        let calls = 0;
        for (; !isDone || calls < 5; calls += 1) await rename(`Meanwhile ${worker} ${calls}`);
        return calls;
      }),
    );
    const backup = await backUp(environment(), join(folder, 'monday'));
    isDone = true;
    expect(Math.min(...(await load))).toBeGreaterThan(0);
    const connection = gateway.connection('ledger');
    expect(backup.files).toEqual([`context-store/${connection}.sqlite`, 'connectory.sqlite', 'purpose']);
    expect(backup.keyFile).toBe(join(gateway.dataDirectory, 'secret-key'));

    const restored = join(folder, 'restored');
    await cp(backup.directory, restored, { recursive: true });
    await cp(join(gateway.dataDirectory, 'secret-key'), join(restored, 'secret-key'));
    const connections = (await gateway.send('GET', '/api/v1/workspaces/test/connections')).json;
    await onRestored(restored, async (send) => {
      expect((await send('GET', '/api/v1/workspaces/test/connections')).json).toEqual(connections);
      const entries = (await send('GET', audit)).json.data.map((entry: { request_id: string }) => entry.request_id);
      expect(entries).toEqual(expect.arrayContaining(before));
      const found = await send('POST', executePath(connection), {
        entity: 'customers',
        action: 'context_store_search',
        params: customers,
      });
      expect(found.status, JSON.stringify(found.json)).toBe(200);
      const names = found.json.data.map(({ name }: { name: string }) => name);
      expect(names).toEqual(expect.arrayContaining(['During backup 1', 'During backup 2', 'During backup 3']));
      // The credential can still be read, and the token still calls.
      const live = await send('POST', executePath(connection), { entity: 'customers', action: 'list', params: {} });
      expect(live.status).toBe(200);
    });
    // The one that was backed up has not noticed.
    expect((await search(gateway, 'ledger', 'customers')).status).toBe(200);
  });

  it('can be read by its owner alone, and has no key in it', async () => {
    const { directory } = await backUp(environment(), join(folder, 'private'));
    const names = await readdir(directory, { recursive: true });
    expect(names).not.toContain('secret-key');
    for (const name of names) expect((await stat(join(directory, name))).mode & 0o077, name).toBe(0);
  });

  it('is of no use without its key', async () => {
    const { directory } = await backUp(environment(), join(folder, 'keyless'));
    await expect(onRestored(directory, async () => undefined)).rejects.toThrow(/key/);
  });
});

describe('a change of the key', () => {
  it('works as documented: old,new, then new,old, then new alone', async () => {
    const { directory } = await backUp(environment(), join(folder, 'rotated'));
    const old = (await readFile(join(gateway.dataDirectory, 'secret-key'), 'utf8')).trim();
    const fresh = randomBytes(32).toString('base64');
    const call = { entity: 'customers', action: 'list', params: {} };
    for (const keys of [`${old},${fresh}`, `${fresh},${old}`, fresh]) {
      await onRestored(
        directory,
        async (send) => {
          expect((await send('POST', executePath(gateway.connection('ledger')), call)).status).toBe(200);
        },
        keys,
      );
    }
    await expect(onRestored(directory, async () => undefined, old)).rejects.toThrow(/key/);
  });
});

describe('what cannot be backed up', () => {
  it('is said, and leaves nothing that looks like a backup', async () => {
    const target = join(folder, 'refused');
    await expect(backUp({ CONNECTORY_DATA_DIR: join(folder, 'nowhere') }, target)).rejects.toThrow(/no database/);
    await expect(backUp({ CONNECTORY_DATABASE_URL: 'postgres://127.0.0.1/x' }, target)).rejects.toThrow(/pg_dump/);
    await expect(backUp(environment(), folder)).rejects.toThrow(/exists/);
    const damaged = join(folder, 'damaged');
    await cp(gateway.dataDirectory, damaged, { recursive: true });
    await writeFile(join(damaged, 'context-store', 'broken.sqlite'), 'no database');
    await expect(backUp({ CONNECTORY_DATA_DIR: damaged }, target)).rejects.toThrow(
      /broken\.sqlite could not be copied/,
    );
    expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([]);
  });
});
