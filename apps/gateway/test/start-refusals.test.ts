import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@connectory/database';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfiguration } from '../src/start/configuration.ts';
import type { Purpose } from '../src/start/data-directory.ts';
import { type Gateway, startGateway } from '../src/start/gateway.ts';
import { runProgram, startGatewayProcess, temporaryDirectory } from './gateway-process.ts';
import { adminToken } from './running-gateway.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let data: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  data = join(directory.path, 'data');
});

afterEach(() => directory.remove());

type Variables = Readonly<Record<string, string>>;

/** Starts a gateway in this process, as `npm run serve` and `connectory serve` do. */
async function start(more: Variables = {}, purpose: Purpose = 'production'): Promise<Gateway> {
  const configuration = readConfiguration({
    PORT: '0',
    CONNECTORY_DATA_DIR: data,
    CONNECTORY_MODE: 'direct',
    CONNECTORY_ADMIN_TOKEN: adminToken,
    ...more,
  });
  return startGateway({ ...configuration, purpose }, fixtureConnectors, pino({ level: 'silent' }));
}

/** What a gateway that does not start says, in one line. */
async function refusal(more?: Variables, purpose?: Purpose): Promise<string> {
  const outcome: unknown = await start(more, purpose).then(
    async (gateway) => gateway.close(),
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error('It started.');
  expect(outcome.message).not.toContain('\n');
  return outcome.message;
}

async function startAndClose(more?: Variables, purpose?: Purpose): Promise<void> {
  await (await start(more, purpose)).close();
}

/** Leaves a data directory with a stored credential. */
async function storeCredential(more?: Variables): Promise<void> {
  const { controlPlane, close } = await start(more);
  const { id } = await controlPlane.workspaces.create('main');
  const credentials = { api_key: 'canary' };
  const draft = { connector: 'ledger', name: 'books', authentication: 'api_key', settings: {}, credentials };
  await controlPlane.connections.create(id, draft);
  await close();
}

describe('a gateway does not start', () => {
  it('without the key that stored credentials were encrypted with, and does not make another one', async () => {
    await storeCredential();
    const file = join(data, 'secret-key');
    const key = await readFile(file, 'utf8');
    await rm(file);
    expect(await refusal()).toContain(`The key file ${file} is missing`);
    expect(await readdir(data)).not.toContain('secret-key');
    const other = randomBytes(32).toString('base64');
    expect(await refusal({ CONNECTORY_SECRET_KEY: other })).toMatch(
      /^The credentials of one connection were encrypted with the key [0-9a-f]{16}, but only [0-9a-f]{16} is loaded\./,
    );
    // Rotation, and the way back.
    await startAndClose({ CONNECTORY_SECRET_KEY: `${other},${key.trim()}` });
    await startAndClose({ CONNECTORY_SECRET_KEY: other });
    await writeFile(file, key);
    expect(await refusal()).toContain('were encrypted with the key');
  });

  it('with PostgreSQL and a key of its own', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/nothing';
    expect(await refusal({ CONNECTORY_DATABASE_URL: url })).toContain('PostgreSQL requires CONNECTORY_SECRET_KEY');
  });

  it('with a variable that is misspelt', async () => {
    expect(await refusal({ CONNECTORY_LOGLEVEL: 'debug' })).toBe(
      'There is no setting CONNECTORY_LOGLEVEL. Did you mean CONNECTORY_LOG_LEVEL?',
    );
    expect(await refusal({ CONNECTORY_MODUS: 'direct' }, 'demo')).toContain('Did you mean CONNECTORY_MODE?');
  });

  it('in the data directory of the demo, nor the demo in that of a gateway', async () => {
    await startAndClose();
    expect(await refusal({}, 'demo')).toContain(`The data directory ${data} belongs to a gateway in production`);
    await writeFile(join(data, 'purpose'), 'demo\n');
    expect(await refusal()).toContain(`The data directory ${data} belongs to the demo`);
    // Directories of versions that made no mark.
    await rm(join(data, 'purpose'));
    expect(await refusal({}, 'demo')).toContain('belongs to a gateway in production');
    await writeFile(join(data, 'demo-token'), 'x');
    expect(await refusal()).toContain('belongs to the demo');
  });

  it('with a data directory that is none', async () => {
    const file = join(directory.path, 'file');
    await writeFile(file, '');
    const said = await refusal({ CONNECTORY_DATA_DIR: file });
    expect(said).toContain(`The data directory ${file} cannot be written (EEXIST). It is a file`);
  });

  it.skipIf(process.getuid?.() === 0)(
    'with a data directory that cannot be written (skipped for root, who can)',
    async () => {
      await mkdir(data);
      await chmod(data, 0o500);
      const said = await refusal();
      expect(said).toContain(`The data directory ${data} cannot be written (EACCES). Make it writable for the user`);
      await chmod(data, 0o700);
    },
  );

  it('with a database that is damaged', async () => {
    const path = join(data, 'connectory.sqlite');
    await storeCredential();
    const whole = await readFile(path);
    for (let page = 4_096; page < whole.length; page += 4_096) {
      await writeFile(path, Buffer.from(whole).fill(0x5a, page, page + 4_096));
      const said = await refusal();
      expect(said, `byte ${page}`).toContain(path);
      expect(said, `byte ${page}`).toMatch(/damaged.* restore (it|the file) from a backup/);
    }
    await writeFile(path, 'this is no database. '.repeat(100));
    expect(await refusal()).toContain(`Cannot open the SQLite database ${path}: file is not a database`);
  });
});

it('lets nobody else read what a process writes, nor the demo start next to it', async () => {
  const environment = { PORT: '0', CONNECTORY_DATA_DIR: data, CONNECTORY_ADMIN_TOKEN: adminToken };
  const gateway = await startGatewayProcess('main', environment);
  await gateway.stop();
  const left = await readdir(data, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of left) {
    const path = join(parentPath, name);
    expect((await stat(path)).mode & 0o077, path).toBe(0);
  }
  expect((await stat(data)).mode & 0o777).toBe(0o700);
  expect(left.map(({ name }) => name)).toEqual(expect.arrayContaining(['connectory.sqlite', 'secret-key', 'purpose']));
  // It ends, although the simulated upstreams listen by then.
  const { code, stderr } = await runProgram('demo', environment);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^The data directory .* belongs to a gateway in production.*\n$/),
  ]);
});

it('says where the files of a database are that a newer version has migrated', async () => {
  await startAndClose();
  const database = await openDatabase(join(data, 'connectory.sqlite'));
  await database
    .tables<{ connectory_migrations: { owner: string; position: number; name: string; applied_at: string } }>()
    .insertInto('connectory_migrations')
    .values({ owner: 'control-plane', position: 99, name: '999-future', applied_at: '' })
    .execute();
  await database.close();
  expect(await refusal()).toContain('migrated by a newer version');
});
