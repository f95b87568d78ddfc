import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prose-'));
  mkdirSync(join(root, 'spec'));
  mkdirSync(join(root, 'packages/core/src'), { recursive: true });
  writeFileSync(
    join(root, 'spec/glossary.md'),
    '| write | do not write |\n|---|---|\n| is identified by | `is known by` |\n',
  );
});

afterEach(() => rmSync(root, { recursive: true }));

it('fails on a bad sentence in a page and in a message, and names both places', () => {
  writeFileSync(join(root, 'README.md'), 'A record is known by its id.\n');
  writeFileSync(join(root, 'packages/core/src/errors.ts'), "throw new Error('A record is known by its id.');\n");
  expect(checkProse()).toEqual({
    status: 1,
    stdout: '',
    stderr: [
      'README.md:1:10  "is known by": write is identified by',
      'packages/core/src/errors.ts:1:27  "is known by": write is identified by',
      'Findings: 2. spec/glossary.md has the words to use.',
      '',
    ].join('\n'),
  });
});

it('passes good sentences', () => {
  writeFileSync(join(root, 'README.md'), 'Records are identified by `id`.\n');
  expect(checkProse()).toEqual({ status: 0, stdout: 'No phrase to avoid in 2 files.\n', stderr: '' });
});

function checkProse(): object {
  const main = join(import.meta.dirname, '../src/main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, root], { encoding: 'utf8' });
  return { status, stdout, stderr };
}
