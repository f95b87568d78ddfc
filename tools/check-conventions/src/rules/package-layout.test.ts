import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { packageLayout } from './package-layout.ts';

it('finds build and test configuration in a package', () => {
  const tsconfig = '{\n  "extends": "../../tsconfig.base.json",\n  "include": ["src", "test"]\n}\n';
  const project = createProject({
    'vitest.config.ts': '',
    'packages/core/package.json': '{"name": "core"}',
    'packages/core/tsconfig.json': tsconfig,
    'packages/core/vitest.config.ts': '',
    'packages/core/src/biome.json': '',
    'packages/upstream/package.json': '{"name": "upstream"}',
    'packages/upstream/tsconfig.json': tsconfig.replace('[', '[\n\n\n').replace(']', '\n]'),
    'packages/database/package.json': '{"name": "database"}',
  });
  expect(packageLayout.check(project).map(({ path }) => path)).toEqual([
    'packages/core/vitest.config.ts',
    'packages/core/src/biome.json',
    'packages/upstream/tsconfig.json',
    'packages/database/tsconfig.json',
  ]);
});
