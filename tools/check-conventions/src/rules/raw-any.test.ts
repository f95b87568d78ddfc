import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { rawAny } from './raw-any.ts';

it("finds 'any' outside the RawValue of the SDK", () => {
  const project = createProject({
    'packages/connector-sdk/src/raw.ts': 'export type RawValue = any;\nexport type Row = Record<string, any>;\n',
    'packages/core/src/run.ts': 'type RawValue = any;\nconst a = 1 as any;\nconst b: unknown = { any: a };\n',
  });
  expect(rawAny.check(project)).toEqual([
    { path: 'packages/connector-sdk/src/raw.ts', line: 2, problem: "it uses 'any'" },
    { path: 'packages/core/src/run.ts', line: 1, problem: "it uses 'any'" },
    { path: 'packages/core/src/run.ts', line: 2, problem: "it uses 'any'" },
  ]);
});
