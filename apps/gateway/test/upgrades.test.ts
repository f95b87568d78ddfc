import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ledger } from '@connectory/test-support/fixture-connectors';
import pino from 'pino';
import { request } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp } from '../src/start/back-up.ts';
import { readConfiguration } from '../src/start/configuration.ts';
import { type Gateway, startGateway } from '../src/start/gateway.ts';
import { temporaryDirectory } from './gateway-process.ts';
import { executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let first: RunningGateway;
let second: Gateway | undefined;

beforeEach(async () => {
  directory = await temporaryDirectory();
  first = await startRunningGateway({ connectors: [ledger] });
  await first.gateway.close();
});

afterEach(async () => {
  await second?.close();
  second = undefined;
  await first.stop();
  await directory.remove();
});

const environment = (data: string) => ({
  PORT: '0',
  CONNECTORY_DATA_DIR: data,
  CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
  CONNECTORY_MODE: 'direct',
});
const start = async (data: string) => {
  second = await startGateway(readConfiguration(environment(data)), [ledger], pino({ level: 'silent' }));
};

it('a data directory that a newer version has migrated is refused, and its backup works again', async () => {
  const { directory: backup } = await backUp(environment(first.dataDirectory), join(directory.path, 'backup'));
  const file = new DatabaseSync(first.databaseFile);
  const { steps } = file
    .prepare(`select count(*) as steps from connectory_migrations where owner = 'control-plane'`)
    .get() as { steps: number };
  file
    .prepare('insert into connectory_migrations values (?, ?, ?, ?)')
    .run('control-plane', steps, '999-later', new Date().toISOString());
  file.close();
  await expect(start(first.dataDirectory)).rejects.toThrow(/newer version/);

  await copyFile(join(first.dataDirectory, 'secret-key'), join(backup, 'secret-key'));
  await start(backup);
  const { statusCode, body } = await request(`${second?.url}${executePath(first.connection('ledger'))}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ entity: 'customers', action: 'list', params: { limit: 2 } }),
  });
  expect(statusCode).toBe(200);
  expect(await body.json()).toMatchObject({ data: [{}, {}] });
});
