import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';
import { withSecretFiles } from './secret-files.ts';

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-secrets-'));
  await writeFile(file('key'), 'a key\n');
  await writeFile(file('url'), 'postgres://db/connectory\r\n');
  await writeFile(file('empty'), '\n');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('are read as if they stood in the environment', () => {
  const environment = { CONNECTORY_SECRET_KEY_FILE: file('key'), CONNECTORY_DATABASE_URL_FILE: file('url') };
  const configuration = readConfiguration({ ...environment, CONNECTORY_ADMIN_TOKEN_FILE: file('key') });
  expect(configuration).toMatchObject({ secretKey: 'a key', databaseUrl: 'postgres://db/connectory' });
  expect(configuration.adminToken?.reveal()).toBe('a key');
});

it('are refused when they are missing, empty, or given twice', () => {
  const refused = (environment: Record<string, string>) => () => withSecretFiles(environment);
  expect(refused({ CONNECTORY_SECRET_KEY_FILE: file('none') })).toThrow(
    `The file of CONNECTORY_SECRET_KEY_FILE, ${file('none')}, cannot be read (ENOENT).`,
  );
  expect(refused({ CONNECTORY_SECRET_KEY_FILE: file('empty') })).toThrow('is empty');
  expect(refused({ CONNECTORY_ADMIN_TOKEN: 'token', CONNECTORY_ADMIN_TOKEN_FILE: file('key') })).toThrow(
    'CONNECTORY_ADMIN_TOKEN and CONNECTORY_ADMIN_TOKEN_FILE are both set',
  );
});
