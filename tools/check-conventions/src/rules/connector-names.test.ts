import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { connectorNames } from './connector-names.ts';

const known = {
  'spec/contract.json': '{"connectors": {"stripe": {}, "confluence": {}}}',
  'connectors/stripe/package.json': '{"name": "@connectory/connector-stripe"}',
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
      "import { bees } from '@connectory/connector-bees';\nif (id === 'confluence') skip();\n// bees and confluence in words\nlabel('all bees');\n",
    'apps/cli/src/main.ts': 'const known = new Set([`stripe`]);\n',
  });
  expect(found).toEqual([
    'packages/core/src/run.ts:1 it imports @connectory/connector-bees',
    "packages/core/src/run.ts:2 it names the connector 'confluence'",
    "apps/cli/src/main.ts:1 it names the connector 'stripe'",
    'packages/core/package.json it depends on @connectory/connector-bees',
  ]);
});

it('lets tests name the few examples, but keep no table by connector', () => {
  const text = "execute('stripe');\nexecute('bees');\nconst calls = { 'stripe': [], stripe: [] };\n";
  expect(check({ 'apps/gateway/test/run.test.ts': text })).toEqual([
    "apps/gateway/test/run.test.ts:2 it names the connector 'bees'",
    "apps/gateway/test/run.test.ts:3 it names the connector 'stripe'",
  ]);
});

it('finds an exception that is needed no more', () => {
  const file = 'apps/gateway/src/agent-sdk/agent-definitions.ts';
  expect(check({ [file]: "define('confluence');\n" })).toEqual([]);
  expect(check({ [file]: 'define();\n' })).toEqual([
    `${file} it names no connector any more, but stands among the exceptions`,
  ]);
});
