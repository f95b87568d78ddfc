import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { globalFetch } from './global-fetch.ts';

it('finds calls of the global fetch outside of tests, the client and what runs in browsers', () => {
  const text = "await fetch('a');\nawait globalThis.fetch('a');\nawait cache.fetch('a');\n";
  const project = createProject({
    'packages/core/src/run.ts': text,
    'packages/client/src/send.ts': text,
    'apps/reference/src/load.ts': text,
    'apps/gateway/test/serve.test.ts': text,
  });
  expect(globalFetch.check(project)).toEqual([
    { path: 'packages/core/src/run.ts', line: 1, problem: 'it calls the global fetch' },
    { path: 'packages/core/src/run.ts', line: 2, problem: 'it calls the global fetch' },
  ]);
});
