import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createControlPlane } from '@connectory/control-plane';
import { openDatabase } from '@connectory/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';
import { inspectInstallation } from './inspect-installation.ts';
import { openGatewayDatabase } from './open-database.ts';

let directory = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'connectory-inspect-'));
});

afterEach(() => rm(directory, { recursive: true }));

const inspect = (environment: Readonly<Record<string, string>> = {}) =>
  inspectInstallation({ CONNECTORY_DATA_DIR: directory, ...environment });
const wrong = async (environment: Readonly<Record<string, string>> = {}) =>
  (await inspect(environment)).filter(({ state }) => state !== 'ok');

/** Stores a connection as a gateway does, whose credentials are encrypted. */
async function storeConnection(): Promise<void> {
  const { database, encryptionKeys } = await openGatewayDatabase(readConfiguration({ CONNECTORY_DATA_DIR: directory }));
  const controlPlane = await createControlPlane({ database, encryptionKeys });
  const { id } = await controlPlane.workspaces.create('acme');
  const account = { connector: 'ledger', name: 'ledger', authentication: 'api_key', settings: {} };
  await controlPlane.connections.create(id, { ...account, credentials: { api_key: 'canary' } });
  await controlPlane.close();
  await database.close();
}

it('finds nothing wrong where a gateway has stored something, and changes nothing', async () => {
  await storeConnection();
  const before = await readdir(directory);
  expect(await wrong()).toEqual([]);
  expect((await readdir(directory)).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(before);
});

it('says what a first start creates', async () => {
  expect(await wrong()).toMatchObject([{ check: 'database', state: 'warn' }]);
  expect(await readdir(directory)).toEqual([]);
  expect(await wrong({ CONNECTORY_DATA_DIR: join(directory, 'none') })).toMatchObject([
    { check: 'data directory', state: 'warn' },
  ]);
  expect(await readdir(directory)).toEqual([]);
});

it.each<[string, string, Readonly<Record<string, string>>]>([
  ['settings', 'CONNECTORY_MODE', { CONNECTORY_MODE: 'fast' }],
  ['encryption key', 'openssl rand', { CONNECTORY_DATABASE_URL: 'postgres://u:canary@127.0.0.1:1/x' }],
  ['database', 'canno', { CONNECTORY_DATABASE_URL: 'postgres://u:canary@127.0.0.1:1/x', CONNECTORY_SECRET_KEY: 'x' }],
])('finds wrong %s', async (check, part, environment) => {
  const found = await wrong(environment);
  expect(found).toMatchObject([{ check, state: 'fail' }]);
  expect(JSON.stringify(found)).not.toContain('canary');
  expect(JSON.stringify(found).toLowerCase()).toContain(part.toLowerCase());
});

it('finds keys that do not open what is stored', async () => {
  await storeConnection();
  const key = randomBytes(32).toString('base64');
  expect(await wrong({ CONNECTORY_SECRET_KEY: key })).toMatchObject([{ check: 'encryption key', state: 'fail' }]);
  await rm(join(directory, 'secret-key'));
  expect(await wrong()).toMatchObject([{ check: 'encryption key', state: 'fail' }]);
  expect(await readdir(directory)).not.toContain('secret-key');
});

it('finds a database of a newer or an older version, or that is none', async () => {
  const path = join(directory, 'connectory.sqlite');
  const database = await openDatabase(path);
  expect(await wrong()).toMatchObject([
    { check: 'migrations', state: 'warn', message: expect.stringMatching(/lacks \d+/) },
  ]);
  await database.migrate('control-plane', [{ name: 'of-the-future', up: async () => {} }]);
  await database.close();
  expect(await wrong()).toMatchObject([
    { check: 'migrations', state: 'fail', message: expect.stringContaining('of-the-future') },
  ]);
  await rm(path);
  await writeFile(path, 'this is not a database, but it is long enough to be read as one'.repeat(100));
  expect(await wrong()).toMatchObject([{ check: 'database', state: 'fail' }]);
});

it('finds a directory that others can read, or that is a file', async () => {
  await storeConnection();
  await chmod(directory, 0o755);
  expect(await wrong()).toMatchObject([
    { check: 'data directory', state: 'warn', advice: `Run: chmod 700 ${directory}` },
  ]);
  await mkdir(join(directory, 'inner'));
  const file = join(directory, 'inner', 'file');
  await writeFile(file, '');
  expect((await wrong({ CONNECTORY_DATA_DIR: file }))[0]).toMatchObject({ check: 'data directory', state: 'fail' });
});
