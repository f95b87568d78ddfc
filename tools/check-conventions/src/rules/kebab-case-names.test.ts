import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { kebabCaseNames } from './kebab-case-names.ts';

it('finds names that are not kebab-case', () => {
  const project = createProject({
    'packages/core/src/pageReader.ts': '',
    'packages/My_Core/src/page.ts': '',
    'packages/core/src/page-reader.test-d.ts': '',
    'spec/connectors/greenhouse.openapi.json': '{}',
    'connectors/stripe/README.md': '',
    '.gitignore': '',
    'apps/gateway/deploy/Dockerfile': '',
    'tools/generated-clients/rust/Cargo.toml': '',
    '.github/ISSUE_TEMPLATE/problem.yml': '',
  });
  expect(kebabCaseNames.check(project)).toEqual([
    { path: 'packages/core/src/pageReader.ts', problem: "'pageReader.ts' is not kebab-case" },
    { path: 'packages/My_Core/src/page.ts', problem: "'My_Core' is not kebab-case" },
  ]);
});
