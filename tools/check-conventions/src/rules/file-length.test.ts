import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { fileLength } from './file-length.ts';

it('finds source files above 400 lines', () => {
  const project = createProject({
    'packages/core/src/long.ts': 'x;\n'.repeat(401),
    'packages/core/src/full.ts': 'x;\n'.repeat(400),
    'packages/client/src/types.generated.ts': 'x;\n'.repeat(401),
    'spec/openapi.json': '\n'.repeat(401),
  });
  expect(fileLength.check(project)).toEqual([
    { path: 'packages/core/src/long.ts', problem: 'it has 401 lines, more than 400' },
  ]);
});
