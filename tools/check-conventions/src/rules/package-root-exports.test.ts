import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { packageRootExports } from './package-root-exports.ts';

it("finds 'export *' in the files that a package exports", () => {
  const project = createProject({
    'packages/core/package.json':
      '{"name": "core", "exports": {".": "./src/index.ts", "./testing": "./src/testing.ts"}}',
    'packages/core/src/index.ts': "export { run } from './run.ts';\nexport * from './page.ts';\n",
    'packages/core/src/testing.ts': "export * from './run.ts';\n",
    'packages/core/src/run.ts': "export * from './inner.ts';\n",
  });
  expect(packageRootExports.check(project)).toEqual([
    { path: 'packages/core/src/index.ts', line: 2, problem: "it has 'export *'" },
    { path: 'packages/core/src/testing.ts', line: 1, problem: "it has 'export *'" },
  ]);
});
