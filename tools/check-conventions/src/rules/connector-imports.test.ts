import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { connectorImports } from './connector-imports.ts';

it('finds every import other than the SDK and zod', () => {
  const project = createProject({
    'connectors/stripe/src/adapter.ts':
      "import { restApi } from '@connectory/connector-sdk';\nimport { z } from 'zod';\nimport { request } from 'undici';\n" +
      "import { readFile } from 'node:fs';\nimport { testConnector } from '@connectory/testkit';\n",
    'connectors/stripe/test/stripe.test.ts':
      "import { testConnector } from '@connectory/testkit';\nimport { it } from 'vitest';\nimport { run } from '@connectory/core';\n",
    'connectors/stripe/test/vendor-client.test.ts': "import Vendor from 'vendor-client';\n",
    'packages/core/src/run.ts': "import { request } from 'undici';\n",
  });
  expect(connectorImports.check(project).map(({ path, line, problem }) => `${path}:${line} ${problem}`)).toEqual([
    "connectors/stripe/src/adapter.ts:3 a connector may not import 'undici'",
    "connectors/stripe/src/adapter.ts:4 a connector may not import 'node:fs'",
    "connectors/stripe/src/adapter.ts:5 a connector may not import '@connectory/testkit'",
    "connectors/stripe/test/stripe.test.ts:3 a connector may not import '@connectory/core'",
  ]);
});
