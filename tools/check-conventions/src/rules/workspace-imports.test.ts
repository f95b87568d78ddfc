import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { workspaceImports } from './workspace-imports.ts';

const manifests = {
  'packages/core/package.json': '{"name": "@connectory/core"}',
  'packages/upstream/package.json': '{"name": "@connectory/upstream"}',
  'packages/database/package.json': '{"name": "@connectory/database"}',
  'connectors/stripe/package.json': '{"name": "@connectory/connector-stripe"}',
  'apps/gateway/package.json': '{"name": "@connectory/gateway"}',
  'apps/cli/package.json': '{"name": "@connectory/cli"}',
};

const check = (path: string, text: string) =>
  workspaceImports
    .check(createProject({ ...manifests, [path]: text }))
    .map(({ line, problem }) => `${line} ${problem}`);

it('finds the import of an app, also from another app, and lets what stands above the gateway import it', () => {
  const cli = "import type { Command } from '@connectory/cli/command';\n";
  expect(check('apps/gateway/src/main.ts', cli)).toEqual([
    "1 '@connectory/cli/command' is an app, which only tools, apps/cli and apps/docs may import",
  ]);
  expect(check('apps/cli/src/main.ts', "import { serve } from '@connectory/gateway';\n")).toEqual([]);
  const tool = { ...manifests, 'tools/bench/package.json': '{"name": "@connectory/bench"}' };
  const text = "import { startGateway } from '@connectory/gateway';\n";
  expect(workspaceImports.check(createProject({ ...tool, 'tools/bench/src/main.ts': text }))).toEqual([]);
});

it('finds the import of a connector by a package, in any form, and lets an app import it', () => {
  const text = "export const load = () => import('@connectory/connector-stripe');\n";
  expect(check('packages/upstream/src/load.ts', text)).toEqual([
    "1 '@connectory/connector-stripe' is a connector, which no package may import",
  ]);
  expect(check('apps/gateway/src/connectors.ts', text)).toEqual([]);
});

it('finds core importing the database, except in a test', () => {
  const text = "import { upstream } from '@connectory/upstream';\nimport { open } from '@connectory/database';\n";
  expect(check('packages/core/src/execute.ts', text)).toEqual([
    "2 packages/core may not import '@connectory/database'",
  ]);
  expect(check('packages/core/src/execute.test.ts', text)).toEqual([]);
});

it('finds a relative import that leaves its package', () => {
  const text = "import { a } from './a.ts';\nexport { open } from '../../database/src/open.ts';\n";
  expect(check('packages/core/src/execute.ts', text)).toEqual(["2 '../../database/src/open.ts' leaves packages/core"]);
});
