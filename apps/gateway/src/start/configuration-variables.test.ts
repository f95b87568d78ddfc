import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { configurationVariables } from './configuration-variables.ts';
import { secretVariables } from './secret-files.ts';

const textOf = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

it('stand in the documentation, word for word', async () => {
  const page = await textOf('../../../spec/operating.md');
  const [, settings = ''] = /## Settings\n([\s\S]*?)\n## /.exec(page) ?? [];
  const [, , ...rows] = settings.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells.map(([, name, meaning, otherwise]) => ({ name, meaning, otherwise }))).toEqual(
    configurationVariables.map(({ name, meaning, otherwise }) => ({ name: `\`${name}\``, meaning, otherwise })),
  );
});

it('are what the configuration reads', async () => {
  const readers = ['./configuration.ts', './data-directory-of.ts', '../telemetry/telemetry-configuration.ts'];
  const source = (await Promise.all(readers.map(textOf))).join('\n');
  const read = Array.from(source.matchAll(/environment\.(\w+)/g), ([, name]) => name);
  const files = secretVariables.map((name) => `${name}_FILE`);
  expect([...new Set(read), ...files].sort()).toEqual(configurationVariables.map(({ name }) => name).sort());
});
