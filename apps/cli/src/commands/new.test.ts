import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInTest } from '../../test/test-terminal.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-new-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('lists what a description has where no entity is named', async () => {
  const file = join(folder, 'weather.json');
  const list = { responses: { 200: { description: 'Stations', content: {} } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Weather', version: '1' },
    paths: { '/stations': { get: list } },
  };
  await writeFile(file, JSON.stringify(document));
  const { code, error } = await runInTest(['new', 'connector', join(folder, 'weather'), '--openapi', file]);
  expect(code).toBe(4);
  expect(JSON.parse(error)).toMatchObject({ message: expect.stringContaining('stations (list)') });
});

it('says why a connector cannot be made', async () => {
  const { code, error } = await runInTest(['new', 'connector', folder]);
  expect(code).toBe(4);
  expect(JSON.parse(error)).toMatchObject({ message: expect.stringContaining('is not empty') });
});
