import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { machinePaths } from './machine-paths.ts';

const folder = ['', 'work', 'shared'].join('/');
const tools = ['', 'library'].join('.');

it('finds folders of the machine the project was written on', () => {
  const project = createProject({
    'README.md': `first\nsee ${folder}/design\n`,
    'tools/bench/src/main.ts': `const path = '${tools}/search';\n`,
    'packages/core/src/run.ts': `const url = 'https://example.com${folder}';\nconst own = '../shared/upstream';\n`,
  });
  expect(machinePaths.check(project).map(({ path, line }) => `${path}:${line}`)).toEqual([
    'README.md:2',
    'tools/bench/src/main.ts:1',
  ]);
});
