import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { connectorImports } from './connector-imports.ts';

it('finds every import other than the SDK and zod', () => {
  const project = createProject({
    'connectors/payments/src/adapter.ts':
      "import { restApi } from '@connectory/connector-sdk';\nimport { z } from 'zod';\nimport { request } from 'undici';\n" +
      "import { readFile } from 'node:fs';\nimport { testConnector } from '@connectory/testkit';\n",
    'connectors/payments/test/payments.test.ts':
      "import { testConnector } from '@connectory/testkit';\nimport { it } from 'vitest';\nimport { run } from '@connectory/core';\n",
    'connectors/payments/test/vendor-client.test.ts': "import Vendor from 'vendor-client';\n",
    'packages/core/src/run.ts': "import { request } from 'undici';\n",
  });
  expect(connectorImports.check(project).map(({ path, line, problem }) => `${path}:${line} ${problem}`)).toEqual([
    "connectors/payments/src/adapter.ts:3 a connector may not import 'undici'",
    "connectors/payments/src/adapter.ts:4 a connector may not import 'node:fs'",
    "connectors/payments/src/adapter.ts:5 a connector may not import '@connectory/testkit'",
    "connectors/payments/test/payments.test.ts:3 a connector may not import '@connectory/core'",
  ]);
});
