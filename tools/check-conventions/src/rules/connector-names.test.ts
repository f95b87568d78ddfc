import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { connectorNames } from './connector-names.ts';

const known = {
  'spec/contract.json': '{"connectors": {"payments": {}, "wiki": {}}}',
  'connectors/payments/package.json': '{"name": "@connectory/connector-payments"}',
  'connectors/bees/package.json': '{"name": "@connectory/connector-bees"}',
  'connectors/bees/src/index.ts': "export const id = 'bees';\n",
};

const check = (files: Readonly<Record<string, string>>) =>
  connectorNames
    .check(createProject({ ...known, ...files }))
    .map(({ path, line, problem }) => `${path}${line === undefined ? '' : `:${line}`} ${problem}`);

it('finds names, imports and dependencies of connectors outside of their folders', () => {
  const found = check({
    'packages/core/package.json':
      '{"name": "@connectory/core", "devDependencies": {"@connectory/connector-bees": "workspace:^", "@connectory/connector-sdk": "workspace:^"}}',
    'packages/core/src/run.ts':
      "import { bees } from '@connectory/connector-bees';\nif (id === 'wiki') skip();\n// bees and wiki in words\nlabel('all bees');\n",
    'apps/cli/src/main.ts': 'const known = new Set([`payments`]);\n',
  });
  expect(found).toEqual([
    'packages/core/src/run.ts:1 it imports @connectory/connector-bees',
    "packages/core/src/run.ts:2 it names the connector 'wiki'",
    "apps/cli/src/main.ts:1 it names the connector 'payments'",
    'packages/core/package.json it depends on @connectory/connector-bees',
  ]);
});

it('lets tests name the few examples, but keep no table by connector', () => {
  const text = "execute('payments');\nexecute('bees');\nconst calls = { 'payments': [], payments: [] };\n";
  expect(check({ 'apps/gateway/test/run.test.ts': text })).toEqual([
    "apps/gateway/test/run.test.ts:2 it names the connector 'bees'",
    "apps/gateway/test/run.test.ts:3 it names the connector 'payments'",
  ]);
});

it('finds an exception that is needed no more', () => {
  const file = 'apps/gateway/src/airbyte-compat/agent-definitions.ts';
  expect(check({ [file]: "define('wiki');\n" })).toEqual([]);
  expect(check({ [file]: 'define();\n' })).toEqual([
    `${file} it names no connector any more, but stands among the exceptions`,
  ]);
});
