import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { repository } from '../../src/repository.ts';

const contributing = readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8');

it('has an entity that can be added as it is printed', async () => {
  const [, file = ''] = /`(connectors\/[a-z0-9-]+\/src\/entities\/[a-z-]+\.ts)`/.exec(contributing) ?? [];
  const [, printed = ''] =
    /^ {3}```ts \(run by apps\/docs\/test\/every-connector\/contributing\.test\.ts\)\n([\s\S]*?)^ {3}```$/m.exec(
      contributing,
    ) ?? [];
  const [, name = ''] = /^ *export const (\w+) = defineEntity/m.exec(printed) ?? [];
  expect(existsSync(join(repository, file)), `${file} is not there yet`).toBe(false);
  // In the folder of the entity, so that its imports lead where they do for the reader.
  const program = `${printed}
    const { defineConnector } = await import('@connectory/connector-sdk');
    const { describeConnector } = await import('@connectory/connector-sdk/engine');
    const [connector] = Object.values(await import('../index.ts'));
    const { entities } = describeConnector(defineConnector({ ...connector, entities: [...connector.entities, ${name}] }));
    console.log(JSON.stringify(entities.at(-1)));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program],
    { cwd: join(repository, dirname(file)) },
  );
  const { actions, record } = JSON.parse(stdout);
  expect(actions.map(({ action }: { action: string }) => action)).toEqual(['list', 'get']);
  expect(record.properties).toHaveProperty('valid.description');
});

it('names only scripts and folders that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const named = Array.from(contributing.matchAll(/(?<!p)npm run (?:-s )?([a-z:-]+)/g), ([, name = '']) => name);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  // What the reader makes is there only afterwards.
  const made = Array.from(contributing.matchAll(/--built-in ([a-z-]+)/g), ([, id = '']) => `connectors/${id}`);
  const tested = Array.from(contributing.matchAll(/vitest run ([\w./-]+)/g), ([, path = '']) => path);
  expect(tested.length).toBeGreaterThan(1);
  expect(tested.filter((path) => !made.includes(path) && !existsSync(join(repository, path)))).toEqual([]);
});

it('names only files and folders that exist in its table of places', () => {
  const [, table = ''] = /## Where things are\n([\s\S]*?)\n## /.exec(contributing) ?? [];
  const places = Array.from(table.matchAll(/`((?:apps|packages|tools|spec)\/[\w./-]+)`/g), ([, path = '']) => path);
  expect(places.length).toBeGreaterThan(15);
  expect(places.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});
