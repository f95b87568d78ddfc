import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { forbiddenNames } from './forbidden-names.ts';

it('finds files and folders whose name fits anything', () => {
  const project = createProject({
    'packages/core/src/utils/pages.ts': '',
    'packages/core/src/helpers.test.ts': '',
    'packages/core/src/common-fields.ts': '',
  });
  expect(forbiddenNames.check(project)).toEqual([
    { path: 'packages/core/src/utils/pages.ts', problem: "the name 'utils' says nothing" },
    { path: 'packages/core/src/helpers.test.ts', problem: "the name 'helpers' says nothing" },
  ]);
});
