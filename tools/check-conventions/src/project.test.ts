import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageOf, readProject } from './project.ts';

it('reads the files of a repository without installed and built ones', () => {
  const root = mkdtempSync(join(tmpdir(), 'conventions-'));
  try {
    for (const folder of ['packages/core/src', 'packages/core/dist', 'node_modules/zod']) {
      mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(join(root, folder, 'index.ts'), '');
    }
    writeFileSync(join(root, 'packages/core/package.json'), '{"name": "@connectory/core"}');
    const project = readProject(root);
    expect(project.files.map(({ path }) => path).sort()).toEqual([
      'packages/core/package.json',
      'packages/core/src/index.ts',
    ]);
    expect(packageOf(project, 'packages/core/src/index.ts')?.name).toBe('@connectory/core');
    expect(packageOf(project, 'README.md')).toBeUndefined();
  } finally {
    rmSync(root, { recursive: true });
  }
});
