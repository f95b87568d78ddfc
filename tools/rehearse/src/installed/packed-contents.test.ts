import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packedContents } from './packed-contents.ts';

let scope: string;
beforeEach(async () => {
  scope = await mkdtemp(join(tmpdir(), 'connectory-packed-'));
});
afterEach(() => rm(scope, { recursive: true, force: true }));

async function pack(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(scope, 'one', name)), { recursive: true });
    await writeFile(join(scope, 'one', name), content);
  }
}

const manifest = { name: '@example/one', description: 'One.', license: 'Apache-2.0', engines: { node: '>=22' } };
const whole = {
  'package.json': JSON.stringify(manifest),
  'README.md': '# one',
  LICENSE: 'Apache License',
  'CHANGELOG.md': '# one',
  'dist/index.js': 'export {};',
  'dist/index.d.ts': 'export {};',
  'built-console/index.html': '<div></div>',
  'built-reference/assets/index-1a2b.js.br': '',
};

it('has nothing to say about a package with what its users need, and what it installed', async () => {
  await pack({ ...whole, 'node_modules/other/src/index.ts': '/builds/repository' });
  expect(await packedContents(scope, ['/builds/repository'])).toEqual([]);
});

it('finds what is missing', async () => {
  await pack({ 'package.json': '{"name":"@example/one"}' });
  expect(await packedContents(scope, [])).toEqual([
    'one: its manifest has no license',
    'one: its manifest has no description',
    'one: its manifest has no engines.node',
    'one: it has no README.md',
    'one: it has no LICENSE',
  ]);
});

it.each(['src/index.ts', 'dist/index.test.js', 'dist/index.ts', 'dist/fixtures/answer.json', 'tsconfig.json'])(
  'finds %s, which does not belong there',
  async (file) => {
    await pack({ ...whole, [file]: '' });
    expect(await packedContents(scope, [])).toEqual([`one: ${file} is of no use to its users`]);
  },
);

it('finds the path of the machine that packed it', async () => {
  await pack({ ...whole, 'dist/index.js': 'const source = "/builds/repository/src";' });
  expect(await packedContents(scope, ['/builds/repository'])).toEqual(['one: dist/index.js names /builds/repository']);
});
