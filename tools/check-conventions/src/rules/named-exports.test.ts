import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { namedExports } from './named-exports.ts';

it('finds every form of a default export outside configuration files', () => {
  const project = createProject({
    'packages/core/src/value.ts': 'const value = 1;\nexport default value;\n',
    'packages/core/src/declared.ts': 'export default function run() {}\n',
    'packages/core/src/renamed.ts': 'const value = 1;\nexport { value as default };\n',
    'packages/core/src/named.ts': 'export const run = 1;\n',
    'vitest.config.ts': 'export default {};\n',
    'apps/docs/.vitepress/config.ts': 'export default {};\n',
  });
  expect(namedExports.check(project).map(({ path, line }) => `${path}:${line}`)).toEqual([
    'packages/core/src/value.ts:2',
    'packages/core/src/declared.ts:1',
    'packages/core/src/renamed.ts:2',
  ]);
});
