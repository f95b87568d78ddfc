import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { repeatedFiles } from './repeated-files.ts';

it('finds the third copy of a file', () => {
  const project = createProject({
    'packages/core/setup.json': '{"a": 1}',
    'packages/upstream/setup.json': '{"a": 1}',
    'packages/database/settings.json': '{"a": 1}',
    'packages/core/other.json': '{"b": 1}',
    'packages/upstream/other.json': '{"b": 1}',
    'packages/core/tsconfig.json': '{"extends": 1}',
    'packages/upstream/tsconfig.json': '{"extends": 1}',
    'packages/database/tsconfig.json': '{"extends": 1}',
  });
  expect(repeatedFiles.check(project)).toEqual([
    {
      path: 'packages/database/settings.json',
      problem: 'it repeats packages/core/setup.json and packages/upstream/setup.json',
    },
  ]);
});
