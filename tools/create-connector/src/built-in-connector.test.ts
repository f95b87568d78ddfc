import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBuiltInConnector } from './built-in-connector.ts';
import { readOpenApi } from './openapi/open-api-source.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const description = fileURLToPath(new URL('../test/weather.openapi.yaml', import.meta.url));
const list = 'apps/gateway/package.json';
let repository = '';

beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), 'built-in-connector-'));
  await mkdir(join(repository, 'apps/gateway'), { recursive: true });
  await writeFile(join(repository, list), await readFile(join(root, list)));
});

afterEach(() => rm(repository, { recursive: true, force: true }));

const json = async (path: string) => JSON.parse(await readFile(join(repository, path), 'utf8'));

it('makes the folder as the others are, and puts the package into the list', async () => {
  const created = await createBuiltInConnector({ id: 'acme-weather', vendor: 'Acme Weather', repository });
  expect(created).toEqual({
    directory: join(repository, 'connectors/acme-weather'),
    id: 'acme-weather',
    packageName: '@connectory/connector-acme-weather',
    files: [
      'package.json',
      'tsconfig.json',
      'README.md',
      'src/index.ts',
      'src/adapter.ts',
      'src/personal.ts',
      'src/entities/items.ts',
      'test/conformance.test.ts',
      'sandbox/index.ts',
    ],
    toCheck: [],
    leftOut: [],
  });
  const { dependencies } = await json(list);
  const before = JSON.parse(await readFile(join(root, list), 'utf8')).dependencies;
  expect(dependencies).toEqual({ ...before, '@connectory/connector-acme-weather': 'workspace:^' });
  expect(Object.keys(dependencies)).toEqual(Object.keys(dependencies).sort());
  const manifest = await json('connectors/acme-weather/package.json');
  const [sibling = ''] = Object.keys(before).filter((name) => /^@connectory\/connector-(?!sdk$)/.test(name));
  const folder = sibling.replace('@connectory/connector-', 'connectors/');
  const other = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const ofItsOwn = { name: manifest.name, version: manifest.version, description: manifest.description };
  expect(manifest).toEqual({ ...other, ...ofItsOwn });
  expect(await readFile(join(repository, 'connectors/acme-weather/tsconfig.json'), 'utf8')).toBe(
    await readFile(join(root, folder, 'tsconfig.json'), 'utf8'),
  );
});

it('takes entities from a description', async () => {
  const openApi = { source: await readOpenApi(description), entities: ['stations', 'readings'] };
  const { files, toCheck } = await createBuiltInConnector({ id: 'acme-weather', openApi, repository });
  expect(files).toEqual(expect.arrayContaining(['src/entities/stations.ts', 'src/entities/readings.ts']));
  expect(toCheck.length).toBeGreaterThan(0);
});

it('refuses what is there already, and an id that the SDK has, and then writes nothing', async () => {
  await createBuiltInConnector({ id: 'acme', repository });
  const before = await readFile(join(repository, list), 'utf8');
  await expect(createBuiltInConnector({ id: 'acme', repository })).rejects.toThrow('already exists');
  await rm(join(repository, 'connectors/acme'), { recursive: true });
  await expect(createBuiltInConnector({ id: 'acme', repository })).rejects.toThrow('has @connectory/connector-acme');
  await expect(createBuiltInConnector({ id: 'sdk', repository })).rejects.toThrow('has @connectory/connector-sdk');
  await expect(createBuiltInConnector({ id: 'Acme!', repository })).rejects.toThrow('is not valid');
  expect(await readFile(join(repository, list), 'utf8')).toBe(before);
});
